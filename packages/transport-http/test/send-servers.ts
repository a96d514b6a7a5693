import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server as NetServer,
  type Socket,
} from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";
import { SECRET } from "./send-ask.js";

/** Of `localhost` and 127.0.0.1, signed by itself, until 2120. Its key is in no use but this. */
export const certificate: string = fixture("self-signed.pem");
const key = fixture("self-signed-key.pem");

/** A server on this machine that ends with the test. */
export interface TestServer {
  readonly url: string;
  /** Host and port, as failures name them. */
  readonly place: string;
  /** How many connections were made to it so far. */
  connections(): number;
  /** How many of them are open. */
  open(): number;
  /** Settles when none of them is. */
  idle(): Promise<void>;
}

/** A server of HTTP. */
export function httpServer(listener: RequestListener): Promise<TestServer> {
  return started(createServer(listener), "http");
}

/** A proxy that answers `CONNECT` with this status line, and all else with the URL that it was asked for. */
export function proxyServer(
  connect: string,
  tunnel: (socket: Duplex) => void = () => {},
): Promise<TestServer> {
  const server = createServer(({ url }, response) => response.end(url));
  server.on("connect", (_, socket) => {
    socket.on("error", () => {});
    socket.write(`HTTP/1.1 ${connect}\r\n\r\n`);
    tunnel(socket);
  });
  return started(server, "http");
}

/** A server of HTTP over TLS. */
export function tlsServer(listener: RequestListener): Promise<TestServer> {
  return started(createSecureServer({ key, cert: certificate }, listener), "https");
}

/** A server of whatever bytes: `heard` is called with all that came on a connection, as often as more does. */
export function rawServer(heard: (socket: Socket, soFar: string) => void): Promise<TestServer> {
  const server = createRawServer((socket) => {
    let soFar = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      soFar += text;
      heard(socket, soFar);
    });
  });
  return started(server, "http");
}

/** Answers the first bytes of every connection with this, and leaves the rest to `after`. */
export function answering(
  bytes: string,
  after: (socket: Socket) => void = () => {},
): Promise<TestServer> {
  const answered = new WeakSet<Socket>();
  return rawServer((socket) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    socket.write(bytes, () => after(socket));
  });
}

/** undici gives a connection to the next request only a turn after the last one is over. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** A port at which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createRawServer();
  await listening(server);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function started(server: NetServer | Server, scheme: string): Promise<TestServer> {
  const open = new Set<Socket>();
  let connections = 0;
  let whenIdle = () => {};
  server.on("connection", (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      if (open.size === 0) whenIdle();
    });
  });
  await listening(server);
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  });
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    place,
    url: `${scheme}://${place}/mcp?key=${SECRET}`,
    connections: () => connections,
    open: () => open.size,
    idle: () =>
      new Promise((resolve) => {
        whenIdle = resolve;
        if (open.size === 0) resolve();
      }),
  };
}

function listening(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
}
