import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer as LegacyServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  createMcpHandler,
  legacyStatelessFallback,
  type McpHttpHandler,
  McpServer,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { legacyOffering } from "../fixtures/legacy-offering.mjs";
import { emptyShelf, modernOffering, type Shelf } from "../fixtures/modern-offering.mjs";

/** A server of a test on loopback, and the requests that it got. */
export interface HttpServer {
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  /** How many connections are open. */
  open(): number;
  /** Destroys all of them, as a network does. */
  cut(): void;
  close(): Promise<void>;
}

/** What a test looks at in a request. */
interface HttpRequest {
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
}

/** The official server of revision 2026-07-28; `legacy` lets it speak the older ones too. */
export async function modernServer(legacy: "stateless" | "reject"): Promise<HttpServer> {
  return serving(createMcpHandler(modernTools, { legacy }));
}

/** The same, with all that a server can offer, and silent where it has nothing to say. */
export async function modernOffers(
  shelf: Shelf = emptyShelf(),
): Promise<HttpServer & { readonly notify: ServerNotifier }> {
  const handler: McpHttpHandler = createMcpHandler(
    () => modernOffering(shelf, () => handler.notify),
    { legacy: "reject", keepAliveMs: 0 },
  );
  return { ...(await serving(handler)), notify: handler.notify };
}

async function serving(handler: McpHttpHandler): Promise<HttpServer> {
  const { server, ...shown } = await listening(toNodeHandler(handler) as Handler);
  return {
    ...shown,
    close: async () => {
      await handler.close();
      await closed(server);
    },
  };
}

/** The same tools by the official package's legacy mode alone: without sessions, and never modern. */
export async function legacyModeServer(): Promise<HttpServer> {
  const fetch = legacyStatelessFallback(modernTools);
  const { server, ...shown } = await listening(toNodeHandler({ fetch }) as Handler);
  return { ...shown, close: () => closed(server) };
}

function modernTools(): McpServer {
  const server = new McpServer({ name: "official-modern", version: "1.0.0" });
  server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  server.registerTool("count", { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined) {
      for (const progress of [1, 2, 3]) {
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress },
        });
      }
    }
    return { content: [{ type: "text", text: "counted" }] };
  });
  return server;
}

/** The official server of 2025, with sessions, and with events that can be asked for again. */
export function legacyServer(): Promise<SessionServer> {
  return withSessions(legacyTools);
}

/** The same, with all that a server can offer: on each session its own. */
export function legacyOffers(shelf: Shelf = emptyShelf()): Promise<SessionServer> {
  return withSessions(() => legacyOffering(shelf));
}

/** A server of a test that knows its clients by their sessions. */
export type SessionServer = HttpServer & { readonly sessions: () => number; forget(): void };

async function withSessions(build: () => LegacyServer): Promise<SessionServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const { server, ...shown } = await listening(async (request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known !== undefined) {
      await known.handleRequest(request, response);
      return;
    }
    if (request.headers["mcp-session-id"] !== undefined) {
      const error = { code: -32001, message: "Session not found" };
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
      return;
    }
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: new Events(),
      retryInterval: 500,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await build().connect(transport);
    await transport.handleRequest(request, response);
  });
  return {
    ...shown,
    sessions: () => sessions.size,
    forget: () => sessions.clear(),
    close: async () => {
      for (const transport of sessions.values()) await transport.close();
      await closed(server);
    },
  };
}

function legacyTools(): LegacyServer {
  const server = new LegacyServer({ name: "official-legacy", version: "1.0.0" });
  server.registerTool("echo", { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  server.registerTool("hang-up", {}, async ({ closeSSEStream }) => {
    // The answer follows on another connection.
    closeSSEStream?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { content: [{ type: "text", text: "after the break" }] };
  });
  server.registerTool("ask", {}, async (_extra) => {
    const refusal = await server.server
      .request({ method: "roots/list" }, z.any())
      .catch(({ code }) => code);
    return { content: [{ type: "text", text: JSON.stringify(refusal) }] };
  });
  server.registerTool("grow", {}, () => {
    server.registerTool("grown", {}, () => ({ content: [] }));
    return { content: [] };
  });
  return server;
}

/** The events of a session, kept so that what came after one can be sent again. */
class Events {
  readonly #events: { stream: string; id: string; message: never }[] = [];

  async storeEvent(stream: string, message: unknown): Promise<string> {
    const id = `${stream}/${this.#events.length}`;
    this.#events.push({ stream, id, message: message as never });
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.find((event) => event.id === id)?.stream;
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { send: (id: string, message: never) => Promise<void> },
  ): Promise<string> {
    const from = this.#events.findIndex((event) => event.id === lastId);
    const stream = this.#events[from]?.stream ?? "";
    for (const event of this.#events.slice(from + 1)) {
      const isMessage = Object.keys(event.message as object).length > 0;
      if (event.stream === stream && isMessage) await send(event.id, event.message);
    }
    return stream;
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

async function listening(
  handler: Handler,
): Promise<Omit<HttpServer, "close"> & { readonly server: Server }> {
  const requests: HttpRequest[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", headers: request.headers });
    void handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    open: () => sockets.size,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
