import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { answering, type Script } from "../fixtures/script.mjs";

/** An answer that is no message. */
interface Refused {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request as the server got it. */
export interface Got {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Of JSON-RPC. */
  readonly asked: string | undefined;
  readonly id: unknown;
}

/** What an endpoint does that is more than its script. */
export interface Gate {
  /** What it is refused with, of which the method is this; everything where there is none. */
  readonly refuses?: string;
  readonly with?: (got: Got) => Refused;
  /** Only speaks HTTP+SSE, the binding of 2024-11-05. */
  readonly binding?: "sse";
}

/** An endpoint that lives as long as the test. */
export interface Endpoint {
  readonly url: string;
  /** Everything that it got, in order. */
  readonly got: readonly Got[];
}

/** Serves a script over HTTP: each message is answered by one JSON body. */
export async function endpoint(script: Script, gate: Gate = {}): Promise<Endpoint> {
  const got: Got[] = [];
  const answer = answering(script, {});
  const server = createServer(gate.binding === "sse" ? oldBinding(answer) : plain);

  async function plain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method: asked, id } = body === "" ? {} : JSON.parse(body);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, asked, id };
    got.push(one);
    const isRefused = gate.refuses === undefined || gate.refuses === asked;
    const refused = isRefused ? gate.with?.(one) : undefined;
    const reply = refused === undefined && method === "POST" ? answer(body) : undefined;
    if (refused !== undefined)
      response.writeHead(refused.status, refused.headers).end(refused.body);
    else if (method !== "POST") response.writeHead(405).end();
    else if (reply === undefined) response.writeHead(202).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(reply);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, got };
}

/** One stream for all that is said, and another place to post to. */
function oldBinding(answer: (line: string) => string | undefined) {
  let stream: ServerResponse | undefined;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    if (request.method === "GET") {
      stream = response.writeHead(200, { "content-type": "text/event-stream" });
      stream.write("event: endpoint\ndata: /messages\n\n");
    } else if (request.url === "/messages") {
      response.writeHead(202).end();
      const reply = answer(body);
      if (reply !== undefined) stream?.write(`event: message\ndata: ${reply}\n\n`);
    } else {
      response.writeHead(405).end();
    }
  };
}
