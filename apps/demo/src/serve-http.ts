import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers one request; what it gives is ignored. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Where the server was before, so that its clients find it again. */
const PORT = Number.parseInt(process.argv[2] ?? "0", 10) || 0;

/**
 * Makes a program one of the demo's HTTP servers: it listens on this machine, at the port that is its first
 * argument, or else at one that is free.
 *
 * Where, it says on stdout, as one line `{"listening":"<url>"}`; then on stderr one line for each
 * request, before that is answered: `received <HTTP method>` and the headers that MCP defines, by name.
 * The process ends with its stdin, so that it outlives nobody who has started it.
 */
export async function serveHttp(handle: HttpHandler): Promise<void> {
  const server = createServer((request, response) => {
    console.error(accountOf(request));
    // Only browsers say where a script is from, and no web page has any business here.
    if (request.headers.origin === undefined) handle(request, response);
    else response.writeHead(403).end();
  });
  await new Promise<void>((resolve) => server.listen(PORT, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ listening: `http://127.0.0.1:${port}/mcp` }));
  // Not by closing the server: a client's open stream would keep it.
  process.stdin.once("end", () => process.exit()).resume();
}

function accountOf({ method, headers }: IncomingMessage): string {
  const own = Object.keys(headers).filter((name) => name.startsWith("mcp-"));
  return [`received ${method}`, ...own.sort().map((name) => `${name}: ${headers[name]}`)].join(
    ", ",
  );
}
