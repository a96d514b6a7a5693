/**
 * A legacy server behind a URL, built with the official `@modelcontextprotocol/sdk`: it waits for
 * `initialize`, begins a session by it, and knows nothing of revision 2026-07-28.
 *
 * Beside the requests it writes on stderr `session <id> begun` and `session <id> ended`.
 */
import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { offeredOnly } from "../extra-tools.js";
import { serveHttp } from "../serve-http.js";

const Invoice = { number: z.string(), order_id: z.string(), rupees: z.number(), paid: z.boolean() };

const INVOICES = [
  { number: "R-1007", order_id: "123456", rupees: 4200, paid: true },
  { number: "R-1008", order_id: "654321", rupees: 9900, paid: false },
];

const sessions = new Map<string, StreamableHTTPServerTransport>();

await serveHttp(async (request, response) => {
  const id = request.headers["mcp-session-id"];
  // Whoever names no session may begin one: the SDK refuses all but `initialize`.
  const session = id === undefined ? await newSession() : sessions.get(String(id));
  if (session === undefined) response.writeHead(404).end();
  else await session.handleRequest(request, response);
});

async function newSession(): Promise<StreamableHTTPServerTransport> {
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
      console.error(`session ${id} begun`);
    },
    onsessionclosed: (id) => {
      sessions.delete(id);
      console.error(`session ${id} ended`);
    },
  });
  await invoicesServer().connect(transport);
  return transport;
}

function invoicesServer(): McpServer {
  const server = new McpServer({ name: "invoices", version: "1.0.0" });
  server.registerTool(
    "get_invoice",
    {
      description: "Show the invoice of an order.",
      inputSchema: { order_id: z.string() },
      outputSchema: Invoice,
      annotations: { readOnlyHint: true },
    },
    ({ order_id }) => {
      const invoice = INVOICES.find((one) => one.order_id === order_id);
      return invoice === undefined
        ? { content: [{ type: "text", text: `no invoice for order ${order_id}` }], isError: true }
        : {
            content: [{ type: "text", text: JSON.stringify(invoice) }],
            structuredContent: invoice,
          };
    },
  );
  server.registerTool(
    "list_invoices",
    { description: "List the numbers of all invoices.", annotations: { readOnlyHint: true } },
    () => ({
      content: [{ type: "text", text: INVOICES.map(({ number }) => number).join("\n") }],
    }),
  );
  offeredOnly(
    server.registerTool("count_invoices", { description: "Count the invoices." }, () => ({
      content: [{ type: "text", text: `${INVOICES.length} invoices` }],
    })),
  );
  return server;
}
