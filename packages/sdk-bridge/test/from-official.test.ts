import { InMemoryTransport as LegacyInMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as LegacyMcpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Connection, Fault, TapEvent } from "@x/connection";
import type { Notification } from "@x/wire";
import { afterEach, expect, test } from "vitest";
import { arrived, openOver } from "./support/hand-made.js";
import { officialServer } from "./support/official-server.js";
import { callTool, discover, initialize, LEGACY, MODERN } from "./support/requests.js";

const connections: Connection[] = [];

async function opened(sdk: Parameters<typeof openOver>[0]): Promise<Connection> {
  const connection = await openOver(sdk);
  connections.push(connection);
  return connection;
}

afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close();
});

test("a modern server behind an official transport is discovered and called, without a fault", async () => {
  const connection = await opened(officialServer("reject"));
  const faults: Fault[] = [];
  const taps: TapEvent[] = [];
  connection.on({ fault: (fault) => faults.push(fault), tap: (event) => taps.push(event) });
  expect(await discover(connection)).toMatchObject({ supportedVersions: ["2026-07-28"] });
  expect(await callTool(connection, MODERN, "echo", { text: "é😀" })).toMatchObject({
    resultType: "complete",
    content: [{ type: "text", text: "é😀" }],
  });
  expect(faults).toEqual([]);
  expect(taps.map(({ direction }) => direction)).toEqual(["sent", "received", "sent", "received"]);
  expect(JSON.parse(taps[3]?.text ?? "")).toMatchObject({ jsonrpc: "2.0", id: 2 });
});

test("progress behind an official transport reaches the request it belongs to", async () => {
  const connection = await opened(officialServer("reject"));
  await discover(connection);
  const progress: unknown[] = [];
  const onNotification = ({ params }: Notification) => progress.push(params?.["progress"]);
  await callTool(connection, MODERN, "count", {}, { onNotification });
  expect(progress).toEqual([1, 2, 3]);
});

test("a server of both eras is initialized as a legacy one, and what it asks is answered", async () => {
  const connection = await opened(officialServer("serve"));
  expect(await initialize(connection)).toMatchObject({ protocolVersion: "2025-11-25" });
  const asked: string[] = [];
  connection.on({
    request: ({ method }, respond) => {
      asked.push(method);
      respond({ result: { action: "accept", content: { name: "Ada" } } });
    },
  });
  const { content } = await callTool(connection, LEGACY, "ask");
  expect(content).toEqual([{ type: "text", text: '{"action":"accept","content":{"name":"Ada"}}' }]);
  expect(asked).toEqual(["elicitation/create"]);
});

test("an official transport and server of the version 1 package work the same", async () => {
  const [near, far] = LegacyInMemoryTransport.createLinkedPair();
  const server = new LegacyMcpServer({ name: "version-1", version: "1.0.0" });
  server.registerTool("who", {}, () => ({ content: [{ type: "text", text: "version 1" }] }));
  await server.connect(far);
  const connection = await opened(near);
  expect(await initialize(connection)).toMatchObject({ serverInfo: { name: "version-1" } });
  expect(await callTool(connection, LEGACY, "who")).toEqual({
    content: [{ type: "text", text: "version 1" }],
  });
});

test("T3: an aborted call is cancelled on the wire, and the server's handler is called off by it", async () => {
  let calledOff = 0;
  const connection = await opened(officialServer("reject", { onCalledOff: () => calledOff++ }));
  await discover(connection);
  const sent: string[] = [];
  connection.on({
    tap: ({ direction, text }) => {
      if (direction === "sent") sent.push(JSON.parse(text).method);
    },
  });
  const caller = new AbortController();
  const call = callTool(connection, MODERN, "wait", {}, { signal: caller.signal });
  await arrived();
  caller.abort();
  await expect(call).rejects.toThrow(/"aborted"/);
  await arrived();
  expect(sent).toEqual(["tools/call", "notifications/cancelled"]);
  expect(calledOff).toBe(1);
});

test("when the official transport is closed from outside, what is pending settles at once", async () => {
  const near = officialServer("reject");
  const connection = await opened(near);
  await discover(connection);
  const call = callTool(connection, MODERN, "wait");
  await near.close();
  await expect(call).rejects.toThrow(/"closed".*"ended"/);
  expect(await connection.closed).toMatchObject({ type: "ended" });
});
