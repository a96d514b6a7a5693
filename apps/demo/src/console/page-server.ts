import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { ConsoleError } from "./console-error.js";
import type { ConsoleHost } from "./console-host.js";
import { type GateVerdict, hostVerdict, newToken, socketVerdict, urlOf } from "./gate.js";
import { CLOSE_CODES, closeSocket, SOCKET_LIMITS, servePage } from "./page-socket.js";

/** The most pages at once. */
const MAX_PAGES = 8;

/** How long what is open may take to end, in milliseconds: longer than a page may. */
const CLOSE_MS = 1500;

/** How long whoever is refused may take to leave, in milliseconds. */
const REFUSED_MS = 1000;

/** Connections of any kind; browsers keep a few open. */
const MAX_CONNECTIONS = 64;

const FILES: readonly (readonly [path: string, file: string, type: string])[] = [
  ["/", "index.html", "text/html; charset=utf-8"],
  ["/page.js", "page.js", "text/javascript; charset=utf-8"],
  ["/page.css", "page.css", "text/css; charset=utf-8"],
  ["/icon.svg", "icon.svg", "image/svg+xml"],
];

/** Where the console's page is, for as long as it is served. */
export interface PageServer {
  readonly port: number;
  readonly token: string;
  /** What to open: the token is behind the `#`, which no browser sends to any server. */
  readonly url: string;
  /** Closes every page and the server. */
  close(): Promise<void>;
}

/**
 * Serves the built page in the directory `web`, and the socket that feeds it, on the loopback address
 * alone.
 *
 * @throws ConsoleError `not_built` where a file of the page is missing; an error of Node's where the port
 * cannot be had.
 */
export async function servePages(
  host: ConsoleHost,
  { web, port }: { readonly web: URL; readonly port: number },
): Promise<PageServer> {
  const files = readFiles(web);
  const token = newToken();
  const server = createServer();
  server.maxConnections = MAX_CONNECTIONS;
  // Also those that were taken over, which the server itself knows no more.
  const connections = new Set<Socket>();
  server.on("connection", (connection) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
  });
  await listening(server, port);
  const own = (server.address() as AddressInfo).port;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMITS.messageBytes,
    perMessageDeflate: false,
  });
  sockets.on("connection", (socket) => servePage(socket, host));
  let isClosing = false;
  server.on("request", (request, response) => answer(request, response, { files, port: own }));
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => undefined);
    const verdict = socketVerdict(request, { port: own, token });
    if (verdict.verdict === "shut") refuse(socket, verdict);
    else if (isClosing) refuse(socket, ENDING);
    else if (sockets.clients.size >= MAX_PAGES) refuse(socket, FULL);
    else sockets.handleUpgrade(request, socket, head, (page) => sockets.emit("connection", page));
  });
  return {
    port: own,
    token,
    url: `http://127.0.0.1:${own}/#token=${token}`,
    close: async () => {
      isClosing = true;
      for (const page of sockets.clients) closeSocket(page, CLOSE_CODES.ended, "the console ends");
      const over = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const force = setTimeout(() => {
        for (const page of sockets.clients) page.terminate();
        for (const connection of connections) connection.destroy();
      }, CLOSE_MS);
      await over;
      clearTimeout(force);
    },
  };
}

const ENDING = { status: 503, reason: "The console ends." };

const FULL = { status: 503, reason: `${MAX_PAGES} pages are open already.` };

interface Served {
  readonly body: Buffer;
  readonly type: string;
}

function readFiles(web: URL): ReadonlyMap<string, Served> {
  try {
    return new Map(
      FILES.map(([path, file, type]) => [path, { body: readFileSync(new URL(file, web)), type }]),
    );
  } catch (cause) {
    throw new ConsoleError("The page is not built: run npm run build:demo.", {
      code: "not_built",
      cause,
    });
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { files, port }: { readonly files: ReadonlyMap<string, Served>; readonly port: number },
): void {
  const verdict = hostVerdict(request, port);
  if (verdict.verdict === "shut") {
    plain(response, verdict.status, verdict.reason);
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    plain(response, 405, "The page is only read.");
    return;
  }
  const file = files.get(urlOf(request)?.pathname ?? "");
  if (file === undefined) {
    plain(response, 404, "There is nothing at this path.");
    return;
  }
  response.writeHead(200, { "Content-Type": file.type, ...headers(port) });
  response.end(request.method === "HEAD" ? undefined : file.body);
}

function plain(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers(0) });
  response.end(`${reason}\n`);
}

/** Nothing but what comes from here: no inline script, no frame around it, no other origin. */
function headers(port: number): { readonly [name: string]: string } {
  const sockets = port === 0 ? "" : ` ws://127.0.0.1:${port} ws://localhost:${port}`;
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      `connect-src 'self'${sockets}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; "),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

function refuse(
  socket: Duplex,
  {
    status,
    reason,
  }: Pick<Extract<GateVerdict, { verdict: "shut" }>, "reason"> & {
    readonly status: number;
  },
): void {
  const body = `${reason}\n`;
  socket.end(
    [
      `HTTP/1.1 ${status} ${status === 401 ? "Unauthorized" : "Refused"}`,
      "Connection: close",
      "Content-Type: text/plain; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
  // Its side may stay open for ever, and would take the place of somebody else.
  socket.resume();
  const force = setTimeout(() => socket.destroy(), REFUSED_MS);
  socket.once("close", () => clearTimeout(force));
}
