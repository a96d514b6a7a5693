import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { Client } from "../src/index.js";
import { clientInfo, make, names, states } from "./harness.js";
import { arrived, error, legacy, MODERN_DISCOVER, modern } from "./servers.js";

test("servers of both eras are merged and called, each under its own shape", async () => {
  const notes = modern("notes", ["search", "add"]);
  const orders = legacy("orders", ["search"]);
  const { client } = make();
  client.addServer("notes", notes.transport);
  client.addServer("orders", orders.transport, { allowLegacy: true });
  expect(states(client.peers)).toEqual(["notes idle unknown", "orders idle unknown"]);
  expect(states(await client.connect())).toEqual(["notes ready modern", "orders ready legacy"]);
  expect(names(client)).toEqual(["add", "search", "orders/search"]);
  expect(client.collisions).toMatchObject([
    { local: "search", holder: "notes", peer: "orders", canonical: "orders/search" },
  ]);
  expect(await client.callTool("orders/search", { q: 1 })).toMatchObject({
    content: [{ text: "orders: search" }],
  });
  expect(orders.received.at(-1)).toEqual({
    jsonrpc: "2.0",
    id: expect.any(Number),
    method: "tools/call",
    params: { name: "search", arguments: { q: 1 } },
  });
  expect(await client.callTool("search")).toMatchObject({ content: [{ text: "notes: search" }] });
  expect(notes.received.every(({ params }) => params?.["_meta"] !== undefined)).toBe(true);
  await client.close();
  expect(notes.open + orders.open).toBe(0);
});

test("K1: an unknown tool names its nearest, and nothing is sent", async () => {
  const one = modern("everything", ["echo"]);
  const { client } = make();
  client.addServer("everything", one.transport);
  await client.connect();
  const sent = one.received.length;
  await expect(client.callTool("everything/ecko")).rejects.toMatchObject({
    code: "unknown_tool",
    message: expect.stringContaining('"echo"'),
  });
  expect(one.received).toHaveLength(sent);
  await client.close();
});

test("refusals, deadlines and aborts are told apart", async () => {
  const clock = new ManualClock();
  const one = modern("one", ["refuse", "hang"], {
    "tools/call": (frame) =>
      frame.params?.["name"] === "refuse" ? error(frame, -32602) : undefined,
  });
  const { client } = make({ clock });
  client.addServer("one", one.transport);
  await client.connect();
  await expect(client.callTool("refuse")).rejects.toMatchObject({
    code: "rpc_error",
    rpcCode: -32602,
    fault: "remote",
  });
  const slow = client.callTool("hang", {}, { totalMs: 500 });
  const timedOut = expect(slow).rejects.toMatchObject({ code: "timed_out", fault: "local" });
  await arrived();
  clock.advance(500);
  await timedOut;
  const controller = new AbortController();
  const aborted = client.callTool("hang", {}, { signal: controller.signal });
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ code: "aborted", fault: "local" });
  // F9: an answer that comes now is late, counted, and nothing else.
  const { id } = one.received.findLast(({ method }) => method === "tools/call") ?? {};
  one.peers[0]?.send(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
  await arrived();
  expect(client.peers[0]).toMatchObject({ faults: 0, late: 1 });
  await client.close();
});

test("a fault of one peer is an event with its name", async () => {
  const one = modern("one", ["t"], {
    "server/discover": (frame) =>
      `${JSON.stringify({ jsonrpc: "2.0", id: frame.id, result: MODERN_DISCOVER(frame) })}`,
  });
  const { client, events } = make();
  client.addServer("one", one.transport);
  await client.connect();
  one.peers[0]?.send("Starting server on stdio...");
  await arrived();
  expect(events.at(-1)).toMatchObject({
    type: "fault",
    peer: "one",
    fault: { code: "not_json", text: "Starting server on stdio..." },
  });
  expect(client.peers[0]).toMatchObject({ faults: 1, late: 0 });
  await client.close();
});

test("the tap sees the very frames of every peer", async () => {
  const seen: string[] = [];
  const client = new Client({
    clientInfo,
    onTap: (peer, { direction, text }) => seen.push(`${peer} ${direction} ${text}`),
  });
  client.addServer("one", modern("one", ["t"]).transport);
  await client.connect();
  await client.callTool("t", { a: 1 });
  expect(seen.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(
    Array(3).fill(["one sent", "one received"]).flat(),
  );
  expect(seen[4]).toContain('"name":"t","arguments":{"a":1}');
  await client.close();
});

test("H12: a tool that wants the user to visit a page first says so with a code and the page", async () => {
  const url = "https://example.com/connect";
  const a = legacy("a", ["t"], {
    "server/discover": (frame) => error(frame, -32601),
    "tools/call": ({ id }) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        error: {
          code: -32042,
          message: "needed",
          data: { elicitations: [{ mode: "url", elicitationId: "e", url, message: "Sign in." }] },
        },
      }),
  });
  const { client } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  await expect(client.callTool("t")).rejects.toMatchObject({
    code: "url_required",
    rpcCode: -32042,
    message: expect.stringContaining(url),
    cause: { urls: [{ elicitationId: "e", url, message: "Sign in." }] },
  });
  await client.close();
});
