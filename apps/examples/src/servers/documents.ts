/** A server over HTTP, for the examples: documents of the user who asks, and one that is for all. */
import { createServer, type IncomingMessage } from "node:http";

/** Where it listens, what it was asked to read and by whom, and its end. */
export interface DocumentServer {
  readonly url: string;
  readonly reads: readonly string[];
  close(): Promise<void>;
}

const USERS: { readonly [token: string]: string } = { "Bearer a-1": "Alice", "Bearer b-2": "Bob" };

/** Starts it on a port of this machine. */
export async function documentServer(): Promise<DocumentServer> {
  const reads: string[] = [];
  const server = createServer(async (request, response) => {
    const user = USERS[request.headers.authorization ?? ""];
    if (user === undefined) {
      response.writeHead(401).end();
      return;
    }
    const { id, method, params } = JSON.parse(await bodyOf(request));
    if (method === "resources/read") reads.push(`${user} ${params.uri}`);
    const result = resultOf(method, params.uri, user);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    reads,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function resultOf(method: string, uri: string, user: string): object {
  const minute = 60_000;
  if (method === "server/discover") {
    const capabilities = { resources: {} };
    return { supportedVersions: ["2026-07-28"], capabilities, ttlMs: minute, cacheScope: "public" };
  }
  if (uri === "docs://handbook") {
    const contents = [{ uri, text: "The handbook of all." }];
    return { contents, ttlMs: minute, cacheScope: "public" };
  }
  const contents = [{ uri, text: `What only ${user} may see.` }];
  return { contents, ttlMs: minute, cacheScope: "private" };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}
