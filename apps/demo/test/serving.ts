import { expect } from "vitest";
import { WebSocket } from "ws";
import { ConsoleHost } from "../src/console/console-host.js";
import { type PageServer, servePages } from "../src/console/page-server.js";
import type { HostMessage } from "../src/console/protocol.js";
import { SERVERS } from "./program.js";

/** The built page. */
export const WEB = new URL("../web/", SERVERS);

/** What a socket is opened with; the rest is as a page has it. */
interface Opening {
  readonly origin?: string | null;
  readonly host?: string;
  readonly token?: string;
  readonly path?: string;
}

/** An open page, and everything that has come to it. */
interface OpenPage {
  readonly socket: WebSocket;
  readonly got: readonly HostMessage[];
}

/** A host whose servers are not started, since what is tested is the way to it, and its pages. */
export interface Serving {
  readonly host: ConsoleHost;
  readonly pages: PageServer;
  /** A socket as a page opens it, but for what is asked. */
  socket(opening?: Opening): WebSocket;
  /** An open socket that has got its first snapshot. */
  page(): Promise<OpenPage>;
  /** Ends every socket. */
  drop(): void;
  close(): Promise<void>;
}

/** Serves the built page at any free port. */
export async function serve(): Promise<Serving> {
  const host = new ConsoleHost(SERVERS);
  const pages = await servePages(host, { web: WEB, port: 0 });
  const open: WebSocket[] = [];
  const serving: Serving = {
    host,
    pages,
    socket: ({ origin, host: name, token, path = "/socket" } = {}) => {
      const url = `ws://127.0.0.1:${pages.port}${path}?token=${token ?? pages.token}`;
      const page = origin === undefined ? `http://127.0.0.1:${pages.port}` : origin;
      const headers = {
        ...(page === null ? {} : { Origin: page }),
        ...(name === undefined ? {} : { Host: name }),
      };
      const made = new WebSocket(url, { headers });
      made.on("error", () => undefined);
      open.push(made);
      return made;
    },
    page: async () => {
      const socket = serving.socket();
      const got: HostMessage[] = [];
      socket.on("message", (data) => got.push(JSON.parse(String(data))));
      expect(await statusOf(socket)).toBe(101);
      const hasSnapshot = (): boolean => got.some(({ type }) => type === "snapshot");
      await expect.poll(hasSnapshot, { timeout: 15_000, interval: 20 }).toBe(true);
      return { socket, got };
    },
    drop: () => {
      for (const socket of open.splice(0)) socket.terminate();
    },
    close: async () => {
      serving.drop();
      await pages.close();
      await host.close();
    },
  };
  return serving;
}

/** How opening a socket ended: with 101, or with another status. */
export function statusOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.once("open", () => resolve(101));
    socket.once("unexpected-response", (_, { statusCode }) => resolve(statusCode ?? 0));
  });
}

/** The code that a socket is closed with. */
export function closed(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once("close", (code) => resolve(code)));
}
