/**
 * A legacy server that nobody allows, built with the official `@modelcontextprotocol/sdk`.
 *
 * It writes one line on stderr for each message that reaches it, `received <method>`, before it
 * answers: so a host that must not send it `initialize` can be held to that.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "legacy-tickets", version: "1.0.0" });

server.registerTool(
  "close_ticket",
  { description: "Close a support ticket.", inputSchema: { ticket_id: z.string() } },
  ({ ticket_id }) => ({ content: [{ type: "text", text: `Ticket ${ticket_id} is closed.` }] }),
);

const transport = new StdioServerTransport();
// Handlers that are set before `connect` are kept by it and called first.
transport.onmessage = (message) => {
  console.error("method" in message ? `received ${message.method}` : "received a response");
};
transport.onerror = (error) => {
  console.error(`received something unreadable: ${error.message}`);
};
await server.connect(transport);
