/**
 * The next version of `demo-orders`, ported to revision 2026-07-28 with the official
 * `@modelcontextprotocol/server`: the same tool, and nothing of the old protocol.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { offeredOnly } from "../extra-tools.js";

const Status = z.object({
  order_id: z.string().optional(),
  status: z.string().optional(),
  error: z.string().optional(),
});

serveStdio(ordersServer, { legacy: "reject" });

function ordersServer(): McpServer {
  const server = new McpServer({ name: "demo-orders", version: "2.0.0" });
  server.registerTool(
    "get_order_status",
    {
      description: "Tell where an order is.",
      inputSchema: z.object({ order_id: z.string().describe("Exactly 6 digits") }),
      outputSchema: Status,
      annotations: { readOnlyHint: true },
    },
    ({ order_id }) => {
      const answer = /^[0-9]{6}$/.test(order_id)
        ? { order_id, status: "shipped" }
        : { error: "order_id must be exactly 6 digits" };
      return {
        content: [{ type: "text", text: JSON.stringify(answer) }],
        structuredContent: answer,
      };
    },
  );
  offeredOnly(
    server.registerTool("list_orders", { description: "List the orders of today." }, () => ({
      content: [{ type: "text", text: "123456" }],
    })),
  );
  return server;
}
