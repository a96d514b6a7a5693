/**
 * A legacy server with one tool, one resource and one prompt, built with the official
 * `@modelcontextprotocol/sdk`: it waits for `initialize` and knows nothing of revision 2026-07-28.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

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
