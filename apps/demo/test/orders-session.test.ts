import { fileURLToPath } from "node:url";
import { Client } from "@x/client";
import { stdioTransport } from "@x/transport-stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** The session with the handshake, step by step, as a host has it. */
describe("demo-orders through one client", () => {
  const client = new Client({ clientInfo: { name: "session", version: "1.0.0" } });
  beforeAll(async () => {
    const script = fileURLToPath(new URL("../dist/servers/demo-orders.js", import.meta.url));
    const transport = stdioTransport({ command: process.execPath, args: [script] });
    client.addServer("demo-orders", transport, { allowLegacy: true, probeTimeoutMs: 15_000 });
    await client.connect();
  });
  afterAll(() => client.close());

  test("says which server it is, in which revision, and what it offers", () => {
    expect(client.peers).toMatchObject([
      {
        state: "ready",
        era: "legacy",
        revision: "2025-11-25",
        serverInfo: { name: "demo-orders", version: "1.0.0" },
        capabilities: { tools: {}, resources: {}, prompts: {} },
        tools: 1,
        prompts: 1,
      },
    ]);
  });

  test("has the tool with its schema", () => {
    expect(client.tools).toMatchObject([
      {
        canonical: "get_order_status",
        tool: {
          inputSchema: {
            type: "object",
            properties: { order_id: { type: "string" } },
            required: ["order_id"],
          },
        },
      },
    ]);
  });

  test("answers a good call", async () => {
    const { isError = false, structuredContent } = await client.callTool("get_order_status", {
      order_id: "123456",
    });
    expect(isError).toBe(false);
    expect(structuredContent).toEqual({ order_id: "123456", status: "shipped" });
  });

  test("answers a bad id with an error as data", async () => {
    const { isError = false, structuredContent } = await client.callTool("get_order_status", {
      order_id: "12-34",
    });
    expect(isError).toBe(false);
    expect(structuredContent).toEqual({ error: "order_id must be exactly 6 digits" });
  });

  test("answers a missing argument with a tool error", async () => {
    expect(await client.callTool("get_order_status", {})).toMatchObject({ isError: true });
  });

  test("refuses a method that it does not know", async () => {
    await expect(client.request("demo-orders", "orders/forget")).rejects.toMatchObject({
      code: "rpc_error",
      rpcCode: -32601,
    });
  });

  test("gives the text of the resource", async () => {
    const { items } = await client.listResources("demo-orders");
    expect(items).toMatchObject([{ uri: "policy://refunds" }]);
    const { contents } = await client.readResource("demo-orders", "policy://refunds");
    expect(contents).toEqual([
      {
        uri: "policy://refunds",
        mimeType: "text/plain",
        text: "Refunds above 5000 rupees need approval.",
      },
    ]);
  });

  test("gives the text of the prompt", async () => {
    expect(client.prompts).toMatchObject([{ canonical: "triage", peer: "demo-orders" }]);
    const { messages } = await client.getPrompt("triage", { ticket: "Charged twice" });
    expect(messages).toEqual([
      {
        role: "user",
        content: {
          type: "text",
          text: "Classify this ticket as billing, technical or other: Charged twice",
        },
      },
    ]);
  });
});
