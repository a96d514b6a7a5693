import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import type { McpServer } from "@modelcontextprotocol/server";
import { ManualClock, type TapEvent, type Transport } from "@x/connection";
import { afterEach, expect, test } from "vitest";
import { fromSdkTransport, toSdkTransport } from "../src/index.js";
import { arrived } from "./support/hand-made.js";
import { officialServer, type ServerHooks } from "./support/official-server.js";

const clientInfo = { name: "official-client", version: "1.0.0" };
const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Our transport to an official server in this process, and what crosses it. */
function serverOver(
  legacy: "serve" | "reject",
  hooks?: ServerHooks,
): { readonly transport: Transport; readonly sent: Record<string, unknown>[] } {
  const sent: Record<string, unknown>[] = [];
  const inner = fromSdkTransport(() => officialServer(legacy, hooks), {
    binding: { type: "memory", name: "official" },
  });
  const tap = ({ direction, text }: TapEvent): void => {
    if (direction === "sent") sent.push(JSON.parse(text));
  };
  const transport: Transport = {
    binding: inner.binding,
    open: async (options) => {
      const opened = await inner.open(options);
      if (opened.type === "connection") opened.on({ tap });
      return opened;
    },
  };
  return { transport, sent };
}

/** The official client over our transport; whatever it reports fails the test unless it is expected. */
async function connect(
  transport: Transport,
  options?: ClientOptions,
): Promise<{ readonly client: Client; readonly errors: Error[] }> {
  const client = new Client(clientInfo, options);
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  cleanUps.push(() => client.close());
  await client.connect(toSdkTransport(transport, { clock: new ManualClock() }));
  return { client, errors };
}

const pinned = { versionNegotiation: { mode: { pin: "2026-07-28" } } } as const;

test("the official client discovers and calls a modern server over our connection, with ids of its own", async () => {
  const { transport, sent } = serverOver("reject");
  const { client, errors } = await connect(transport, { versionNegotiation: { mode: "auto" } });
  expect(client.getProtocolEra()).toBe("modern");
  const { content } = await client.callTool({ name: "echo", arguments: { text: "é😀" } });
  expect(content).toEqual([{ type: "text", text: "é😀" }]);
  expect(sent.map(({ id, method }) => [id, method])).toEqual([
    ["server-discover-probe-1", "server/discover"],
    [0, "tools/call"],
  ]);
  expect(errors).toEqual([]);
});

test("progress reaches the official client's callback", async () => {
  const { client, errors } = await connect(serverOver("reject").transport, pinned);
  const seen: number[] = [];
  await client.callTool(
    { name: "count", arguments: {} },
    { onprogress: ({ progress }) => seen.push(progress) },
  );
  expect(seen).toEqual([1, 2, 3]);
  expect(errors).toEqual([]);
});

test("the official client initializes a legacy server, and its handler answers what the server asks", async () => {
  const { transport, sent } = serverOver("serve");
  const client = new Client(clientInfo, { capabilities: { elicitation: {} } });
  client.setRequestHandler("elicitation/create", async () => ({
    action: "accept",
    content: { name: "Ada" },
  }));
  cleanUps.push(() => client.close());
  await client.connect(toSdkTransport(transport, { clock: new ManualClock() }));
  expect(client.getProtocolEra()).toBe("legacy");
  const { content } = await client.callTool({ name: "ask", arguments: {} });
  expect(content).toEqual([{ type: "text", text: '{"action":"accept","content":{"name":"Ada"}}' }]);
  expect(sent.map(({ method }) => method)).toEqual([
    "initialize",
    "notifications/initialized",
    "tools/call",
    undefined,
  ]);
});

test("the client of the version 1 package runs over our connection too", async () => {
  const { transport } = serverOver("serve");
  const client = new LegacyClient(clientInfo);
  cleanUps.push(() => client.close());
  await client.connect(toSdkTransport(transport, { clock: new ManualClock() }));
  const { content } = await client.callTool({ name: "echo", arguments: { text: "x" } });
  expect(content).toEqual([{ type: "text", text: "x" }]);
  await expect(client.callTool({ name: "none" })).rejects.toMatchObject({ code: -32602 });
});

test("what the official client calls off is ended on the connection and called off at the server", async () => {
  let calledOff = 0;
  const { transport, sent } = serverOver("reject", { onCalledOff: () => calledOff++ });
  const { client, errors } = await connect(transport, pinned);
  const caller = new AbortController();
  const call = client.callTool({ name: "wait", arguments: {} }, { signal: caller.signal });
  await arrived();
  caller.abort("enough");
  await expect(call).rejects.toThrow("enough");
  await arrived();
  expect(calledOff).toBe(1);
  expect(sent.slice(1)).toMatchObject([
    { method: "tools/call", id: 0 },
    { method: "notifications/cancelled", params: { requestId: 0 } },
  ]);
  expect(errors).toEqual([]);
});

test("a time-out of the official client ends the request on the connection, too", async () => {
  const { transport, sent } = serverOver("reject");
  const { client } = await connect(transport, pinned);
  const call = client.callTool({ name: "wait", arguments: {} }, { timeout: 1 });
  await expect(call).rejects.toMatchObject({ code: "REQUEST_TIMEOUT" });
  await arrived();
  expect(sent.map(({ method }) => method).slice(1)).toEqual([
    "tools/call",
    "notifications/cancelled",
  ]);
});

test("what a legacy server asked and withdraws is called off at the official client's handler", async () => {
  const asked: unknown[] = [];
  const { transport } = serverOver("serve", { onAsked: (answer) => asked.push(answer) });
  const client = new Client(clientInfo, { capabilities: { elicitation: {} } });
  let calledOff: unknown;
  client.setRequestHandler("elicitation/create", async (_request, { mcpReq: { signal } }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    calledOff = signal.reason;
    return { action: "cancel" };
  });
  cleanUps.push(() => client.close());
  await client.connect(toSdkTransport(transport, { clock: new ManualClock() }));
  const caller = new AbortController();
  const call = client.callTool({ name: "ask", arguments: {} }, { signal: caller.signal });
  await arrived();
  caller.abort("enough");
  await expect(call).rejects.toThrow("enough");
  await arrived();
  expect(calledOff).toEqual(expect.stringContaining("aborted"));
});

test("a subscription of the official client is acknowledged, hears changes and is called off", async () => {
  const servers: McpServer[] = [];
  const { transport, sent } = serverOver("reject", { onServer: (server) => servers.push(server) });
  let changes = 0;
  const { client, errors } = await connect(transport, pinned);
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes++;
  });
  const subscription = await client.listen({ toolsListChanged: true });
  expect(subscription.honoredFilter).toEqual({ toolsListChanged: true });
  servers.at(-1)?.sendToolListChanged();
  await arrived();
  expect(changes).toBe(1);
  await subscription.close();
  expect(await subscription.closed).toBe("local");
  expect(sent.slice(1)).toMatchObject([
    { method: "subscriptions/listen", id: "listen:0" },
    { method: "notifications/cancelled", params: { requestId: "listen:0" } },
  ]);
  expect(errors).toEqual([]);
});
