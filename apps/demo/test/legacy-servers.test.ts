import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  handshake,
  INITIALIZED,
  modern,
  type ServerProcess,
  startServer,
  toolNames,
} from "./server-process.js";

describe("demo-orders", () => {
  let server: ServerProcess;
  beforeAll(() => {
    server = startServer("demo-orders");
  });
  afterAll(async () => {
    await server.end();
  });

  test("answers server/discover before initialize with method not found", async () => {
    expect((await server.ask("server/discover", modern())).error).toMatchObject({ code: -32601 });
  });

  test("takes initialize after that probe, in the same process", async () => {
    expect((await server.ask("initialize", handshake("2025-11-25"))).result).toMatchObject({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: "demo-orders", version: "1.0.0" },
    });
    server.send(INITIALIZED);
    expect((await server.ask("ping")).result).toEqual({});
  });

  test("offers one tool, one resource and one prompt", async () => {
    const tools = await server.ask("tools/list");
    expect(toolNames(tools)).toEqual(["get_order_status"]);
    expect(tools.result).toMatchObject({
      tools: [
        {
          inputSchema: {
            type: "object",
            properties: { order_id: { type: "string" } },
            required: ["order_id"],
          },
        },
      ],
    });
    expect((await server.ask("resources/list")).result).toMatchObject({
      resources: [{ uri: "policy://refunds" }],
    });
    expect((await server.ask("prompts/list")).result).toMatchObject({
      prompts: [{ name: "triage", arguments: [{ name: "ticket", required: true }] }],
    });
  });

  test("tells the status of an order of exactly six digits, as text and as structure", async () => {
    const answer = { order_id: "123456", status: "shipped" };
    const result = await status(server, { order_id: "123456" });
    expect(result?.["isError"]).not.toBe(true);
    expect(result?.["structuredContent"]).toEqual(answer);
    expect(textOf(result)).toEqual(answer);
  });

  test.each([
    "12345",
    "1234567",
    "12345a",
    " 123456",
    "123456\n",
    "١٢٣٤٥٦",
    "",
    123456,
    null,
    true,
    {},
  ])("answers the order id %j with an error as data", async (order_id) => {
    const answer = { error: "order_id must be exactly 6 digits" };
    const result = await status(server, { order_id });
    expect(result?.["isError"]).not.toBe(true);
    expect(result?.["structuredContent"]).toEqual(answer);
    expect(textOf(result)).toEqual(answer);
  });

  test.each([{}, { order: "123456" }, undefined])(
    "answers the arguments %j, without an order id, with a tool error",
    async (args) => {
      const result = await status(server, args);
      expect(result?.["isError"]).toBe(true);
      expect(result).not.toHaveProperty("structuredContent");
    },
  );

  test("has the refund policy as a resource", async () => {
    const { result } = await server.ask("resources/read", { uri: "policy://refunds" });
    expect(result).toEqual({
      contents: [
        {
          uri: "policy://refunds",
          mimeType: "text/plain",
          text: "Refunds above 5000 rupees need approval.",
        },
      ],
    });
  });

  test("fills the ticket into the triage prompt as it is", async () => {
    const ticket = "Charged twice, $& and {ticket}";
    const { result } = await server.ask("prompts/get", { name: "triage", arguments: { ticket } });
    expect(result?.["messages"]).toEqual([
      {
        role: "user",
        content: {
          type: "text",
          text: "Classify this ticket as billing, technical or other: Charged twice, $& and {ticket}",
        },
      },
    ]);
  });

  test("refuses the triage prompt without a ticket as invalid params", async () => {
    const answer = await server.ask("prompts/get", { name: "triage", arguments: {} });
    expect(answer.error?.code).toBe(-32602);
  });

  test("ends by itself when its stdin ends", async () => {
    expect(await server.end()).toEqual({ exitCode: 0, signal: null, stderr: [] });
  });
});

describe("demo-orders, asked for another revision", () => {
  test.each([
    ["2024-11-05", "2024-11-05"],
    ["2026-07-28", "2025-11-25"],
  ])("initialize with %s is answered with %s", async (asked, answered) => {
    const server = startServer("demo-orders");
    const { result } = await server.ask("initialize", handshake(asked));
    await server.end();
    expect(result?.["protocolVersion"]).toBe(answered);
  });
});

describe("legacy-tickets", () => {
  test("has one tool and writes down every method that reached it, in order", async () => {
    const server = startServer("legacy-tickets");
    await server.ask("initialize", handshake("2025-11-25"));
    server.send(INITIALIZED);
    expect(toolNames(await server.ask("tools/list"))).toEqual(["close_ticket"]);
    const { exitCode, stderr } = await server.end();
    expect(exitCode).toBe(0);
    expect(stderr).toEqual([
      "received initialize",
      "received notifications/initialized",
      "received tools/list",
    ]);
  });

  test("a probe alone leaves no initialize in what it wrote down", async () => {
    const server = startServer("legacy-tickets");
    expect((await server.ask("server/discover", modern())).error?.code).toBe(-32601);
    expect((await server.end()).stderr).toEqual(["received server/discover"]);
  });

  test("writes down a line that is no message, and goes on", async () => {
    const server = startServer("legacy-tickets");
    server.send("this is no JSON");
    expect((await server.ask("ping")).result).toEqual({});
    const [first, ...rest] = (await server.end()).stderr;
    expect(first).toMatch(/^received something unreadable: /);
    expect(rest).toEqual(["received ping"]);
  });
});

describe("dead", () => {
  test("ends at once with exit code 3 and the reason on stderr, whatever it is sent", async () => {
    const server = startServer("dead");
    await expect(server.ask("server/discover", modern())).rejects.toThrow(/missing API_KEY/);
    expect(await server.end()).toEqual({
      exitCode: 3,
      signal: null,
      stderr: ["fatal: missing API_KEY"],
    });
  });
});

/** The result of one call of the demo's legacy tool. */
async function status(
  server: ServerProcess,
  args: object | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const params = { name: "get_order_status", arguments: args };
  return (await server.ask("tools/call", params)).result;
}

/** The JSON in the first text block of a tool's result. */
function textOf(result: Readonly<Record<string, unknown>> | undefined): unknown {
  const content = result?.["content"];
  return Array.isArray(content) ? JSON.parse(content[0].text) : undefined;
}
