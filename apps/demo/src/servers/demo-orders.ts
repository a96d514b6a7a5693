/**
 * A legacy server with one tool, one resource and one prompt, built with the official
 * `@modelcontextprotocol/sdk`: it waits for `initialize` and knows nothing of revision 2026-07-28.
 *
 * With `--more` it has a tool that asks the user, by a request of the server's own.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { hasMore, offeredOnly } from "../extra-tools.js";

const server = new McpServer({ name: "demo-orders", version: "1.0.0" });

server.registerTool(
  "get_order_status",
  {
    description: "Tell where an order is.",
    inputSchema: {
      // Announced as the string it should be, but any value gets in: a wrong one is answered as data
      // by the tool itself, and only a missing one is refused.
      order_id: z
        .unknown()
        .refine((value) => value !== undefined, "order_id is missing")
        .meta({ type: "string", description: "Exactly 6 digits" }),
    },
    outputSchema: {
      order_id: z.string().optional(),
      status: z.string().optional(),
      error: z.string().optional(),
    },
    annotations: { readOnlyHint: true },
  },
  ({ order_id }) => {
    const answer =
      typeof order_id === "string" && /^[0-9]{6}$/.test(order_id)
        ? { order_id, status: "shipped" }
        : { error: "order_id must be exactly 6 digits" };
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
  },
);

offeredOnly(
  server.registerTool("list_orders", { description: "List the orders of today." }, () => ({
    content: [{ type: "text", text: "123456" }],
  })),
);

if (hasMore) {
  server.registerTool(
    "refund_order",
    { description: "Refund an order, after asking how.", inputSchema: { order_id: z.string() } },
    async ({ order_id }) => {
      const { action, content } = await server.server.elicitInput({
        message: `How should order ${order_id} be refunded?`,
        requestedSchema: {
          type: "object",
          properties: { to: { type: "string", title: "Pay to", enum: ["card", "voucher"] } },
          required: ["to"],
        },
      });
      const text =
        action === "accept"
          ? `Order ${order_id} is refunded to the ${content?.["to"]}.`
          : `Order ${order_id} is not refunded.`;
      return { content: [{ type: "text", text }] };
    },
  );
}

server.registerResource(
  "refunds",
  "policy://refunds",
  { description: "When a refund needs approval.", mimeType: "text/plain" },
  (uri) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: "text/plain",
        text: "Refunds above 5000 rupees need approval.",
      },
    ],
  }),
);

server.registerPrompt(
  "triage",
  { description: "Sort a support ticket.", argsSchema: { ticket: z.string() } },
  ({ ticket }) => ({
    messages: [
      {
        role: "user",
        content: {
          type: "text",
          text: `Classify this ticket as billing, technical or other: ${ticket}`,
        },
      },
    ],
  }),
);

await server.connect(new StdioServerTransport());
