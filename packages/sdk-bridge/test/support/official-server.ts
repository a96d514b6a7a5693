import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

/** Starts the official server in this process; gives the client's end of the official in-memory pair. */
export function officialServer(
  legacy: "serve" | "reject" = "serve",
  hooks: ServerHooks = {},
): InMemoryTransport {
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(() => toolServer(hooks), { transport: far, legacy });
  return near;
}

/** What the server tells a test that holds them. */
export interface ServerHooks {
  /** The tool `wait`, which never answers, was called. */
  readonly onWaiting?: () => void;
  /** It was called off. */
  readonly onCalledOff?: () => void;
  /** The answer to what the tool `ask` asked, or why there is none. */
  readonly onAsked?: (answer: unknown) => void;
  /** A server was made for a connection. */
  readonly onServer?: (server: McpServer) => void;
}

/** An official server with a few tools. */
export function toolServer({
  onWaiting,
  onCalledOff,
  onAsked,
  onServer,
}: ServerHooks = {}): McpServer {
  const server = new McpServer({ name: "official", version: "1.0.0" });
  onServer?.(server);
  const none = z.object({});
  const inputSchema = z.object({ text: z.string() });
  server.registerTool("echo", { inputSchema }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  server.registerTool("count", { inputSchema: none }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [1, 2, 3]) {
      const params = { progressToken, progress };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    return { content: [{ type: "text", text: "counted" }] };
  });
  server.registerTool("ask", { inputSchema: none }, async (_args, { mcpReq }) => {
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } } as const;
    const { signal } = mcpReq;
    const question = { message: "Who are you?", requestedSchema };
    const answer = await mcpReq.elicitInput(question, { signal }).catch(String);
    onAsked?.(answer);
    return { content: [{ type: "text", text: JSON.stringify(answer) }] };
  });
  server.registerTool("wait", { inputSchema: none }, async (_args, { mcpReq }) => {
    onWaiting?.();
    await new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve));
    onCalledOff?.();
    return { content: [] };
  });
  return server;
}
