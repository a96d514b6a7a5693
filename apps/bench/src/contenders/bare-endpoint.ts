import type { Answer, Contender, Endpoint } from "../contender.js";
import { sideBySide } from "../side-by-side.js";
import { META, REVISION } from "./bare-meta.js";

/** One way to send. */
export interface Poster {
  /** Gives the body of the reply as text. Headers are names and values in turn; the list may be kept. */
  post(body: string, headers: string[]): Promise<string>;
  close(): void;
}

/**
 * The least that discovering, listing and calling over HTTP cost, over one way to send: the headers
 * that the protocol asks for, one reply read to its end, one parse. No check, no deadline, no failure.
 */
export function bareOver(open: (url: URL) => Poster): Contender<Endpoint> {
  return {
    connect: (endpoints) =>
      sideBySide(endpoints, async ({ url }) => {
        const endpoint = new URL(url);
        const poster = open(endpoint);
        let lastId = 0;
        const request = (method: string, params: object, name: string): Promise<unknown> => {
          lastId += 1;
          const message = {
            jsonrpc: "2.0",
            id: lastId,
            method,
            params: { ...params, _meta: META },
          };
          return poster
            .post(JSON.stringify(message), headerList(endpoint.host, method, name))
            .then(resultIn);
        };
        await request("server/discover", {}, "");
        const { tools } = (await request("tools/list", {}, "")) as { tools: unknown[] };
        return {
          tools: tools.length,
          call: (name, given) =>
            request("tools/call", { name, arguments: given }, name) as Promise<Answer>,
          close: async () => poster.close(),
        };
      }),
  };
}

function headerList(host: string, method: string, name: string): string[] {
  const list = [
    "host",
    host,
    "accept",
    "application/json, text/event-stream",
    "content-type",
    "application/json",
    "mcp-protocol-version",
    REVISION,
    "mcp-method",
    method,
  ];
  if (name !== "") list.push("mcp-name", name);
  return list;
}

const OPENING_BRACE = 123;

/** The result in a body: JSON as it is, or in the one line of data of a stream. */
function resultIn(body: string): unknown {
  const isJson = body.charCodeAt(0) === OPENING_BRACE;
  const text = isJson ? body : body.slice(body.indexOf("data:") + 5);
  return (JSON.parse(text) as { result: unknown }).result;
}
