import { type Connection, ManualClock, type MemoryPeer, memoryTransport } from "@x/connection";
import { createRegistry, type Registry, update } from "@x/registry";
import type { StampContext } from "@x/wire";
import { expect, test } from "vitest";
import { type CallOutcome, callTool, type Owner, type Routes } from "../src/index.js";

const MODERN: StampContext = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};
const LEGACY: StampContext = { era: "legacy", revision: "2025-11-25" };

function registryOf(lists: Record<string, readonly string[]>): Registry {
  const peers = Object.keys(lists).map((name) => ({ name }));
  return update(createRegistry({ peers }), {
    type: "listed",
    lists: Object.entries(lists).map(([peer, names]) => ({
      peer,
      tools: names.map((name) => ({ name, inputSchema: { type: "object" } })),
    })),
  }).next;
}

interface Server {
  readonly owner: Owner;
  readonly peer: MemoryPeer;
  readonly clock: ManualClock;
  readonly sent: string[];
}

async function server(context: StampContext, answer?: (id: unknown) => string): Promise<Server> {
  const clock = new ManualClock();
  const sent: string[] = [];
  const peers: MemoryPeer[] = [];
  const connection = await memoryTransport((peer) => {
    peers.push(peer);
    peer.onFrame((text) => {
      sent.push(text);
      const { id } = JSON.parse(text);
      if (answer !== undefined && id !== undefined) peer.send(answer(id));
    });
  }).open({ clock });
  const [peer] = peers;
  if (connection.type !== "connection" || peer === undefined) throw new Error("did not open");
  (connection as Connection).settle({ era: context.era, revision: context.revision });
  return { owner: { state: "ready", connection, context }, peer, clock, sent };
}

const text = (id: unknown, result: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, result });
const done = (id: unknown, who: string): string =>
  text(id, { resultType: "complete", content: [{ type: "text", text: who }] });

function routes(registry: Registry, owners: Record<string, Owner>): Routes {
  return {
    registry: () => registry,
    owner: (peer) => owners[peer] ?? { state: "unavailable", message: `${peer} is down.` },
  };
}

test("the canonical name goes in, the local name goes to its owner, and nobody else hears of it", async () => {
  const notes = await server(MODERN, (id) => done(id, "notes"));
  const files = await server(LEGACY, (id) =>
    text(id, { content: [{ type: "text", text: "files" }] }),
  );
  const to = routes(registryOf({ notes: ["search"], files: ["search"] }), {
    notes: notes.owner,
    files: files.owner,
  });
  const outcome = await callTool(to, "files/search", { query: "x" });
  expect(outcome).toMatchObject({
    type: "result",
    entry: { canonical: "files/search", peer: "files", local: "search" },
    result: { content: [{ text: "files" }] },
  });
  expect(notes.sent).toEqual([]);
  expect(files.sent.map((frame) => JSON.parse(frame))).toEqual([
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search", arguments: { query: "x" } },
    },
  ]);
  expect(await callTool(to, "search")).toMatchObject({ result: { content: [{ text: "notes" }] } });
});

test("metadata is repeated on every request to a modern owner, and the caller cannot override it", async () => {
  const notes = await server(MODERN, (id) => done(id, "notes"));
  const to = routes(registryOf({ notes: ["search"] }), { notes: notes.owner });
  const meta = { "com.example/own": 1, "io.modelcontextprotocol/protocolVersion": "1999-01-01" };
  await callTool(to, "search", {}, { meta });
  await callTool(to, "search", {}, { meta });
  const metas = notes.sent.map((frame) => JSON.parse(frame).params._meta);
  expect(metas).toEqual(
    Array(2).fill({
      "com.example/own": 1,
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    }),
  );
  const ids = notes.sent.map((frame) => JSON.parse(frame).id);
  expect(new Set(ids).size).toBe(2);
});

test("nothing is sent to an owner that is not ready", async () => {
  const to = routes(registryOf({ notes: ["search"] }), {});
  expect(await callTool(to, "search")).toMatchObject({
    type: "unavailable",
    entry: { peer: "notes" },
    message: "notes is down.",
  });
});

test("K1: an unknown tool is not executed, and near names are given", async () => {
  const everything = await server(MODERN, (id) => done(id, "x"));
  const to = routes(registryOf({ everything: ["echo", "add"] }), { everything: everything.owner });
  expect(await callTool(to, "ecko")).toMatchObject({ type: "unknown_tool", nearest: ["echo"] });
  expect(everything.sent).toEqual([]);
});

async function outcomeOf(context: StampContext, result: object): Promise<CallOutcome> {
  const one = await server(context, (id) => text(id, result));
  return callTool(routes(registryOf({ one: ["t"] }), { one: one.owner }), "t");
}

test("the resultType of a modern result is checked", async () => {
  const content = [{ type: "text", text: "x" }];
  expect(await outcomeOf(MODERN, { content })).toMatchObject({ type: "result" });
  expect(await outcomeOf(MODERN, { resultType: "complete", content })).toMatchObject({
    type: "result",
  });
  expect(
    await outcomeOf(MODERN, { resultType: "input_required", requestState: "s" }),
  ).toMatchObject({ type: "input_required", result: { requestState: "s" } });
  for (const resultType of ["done", "Complete", "", 1, null, {}]) {
    expect(await outcomeOf(MODERN, { resultType, content })).toMatchObject({
      type: "invalid_result",
      message: expect.stringContaining("resultType"),
    });
  }
});

test("a legacy result has no resultType, and a member of that name means nothing", async () => {
  for (const resultType of [undefined, "complete", "input_required", 5]) {
    expect(await outcomeOf(LEGACY, { resultType, content: [] })).toMatchObject({ type: "result" });
  }
});

test("K2: a tool that failed is a result with isError", async () => {
  const result = { resultType: "complete", content: [], isError: true };
  expect(await outcomeOf(MODERN, result)).toMatchObject({ type: "result", result });
});

test("content that is not an array of objects makes the result invalid, absent content is empty", async () => {
  for (const content of [
    "x",
    null,
    {},
    [1],
    [null],
    [[]],
    [{}],
    [{ type: 1 }],
    [{ type: "text" }],
  ]) {
    expect(await outcomeOf(LEGACY, { content })).toMatchObject({
      type: "invalid_result",
      message: expect.stringContaining("content"),
    });
  }
  expect(await outcomeOf(LEGACY, { isError: "yes", content: [] })).toMatchObject({
    type: "invalid_result",
  });
  expect(await outcomeOf(LEGACY, { structuredContent: { a: 1 } })).toMatchObject({
    type: "result",
    result: { content: [], structuredContent: { a: 1 } },
  });
});

test("a JSON-RPC error, a deadline, an abort and the end of the peer are outcomes, each its own", async () => {
  const refusing = await server(MODERN, (id) =>
    JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32602, message: "no" } }),
  );
  const registry = registryOf({ one: ["t"] });
  expect(await callTool(routes(registry, { one: refusing.owner }), "t")).toMatchObject({
    type: "rpc_error",
    error: { code: -32602, message: "no" },
  });

  const silent = await server(MODERN);
  const to = routes(registry, { one: silent.owner });
  const slow = callTool(to, "t", {}, { totalMs: 500 });
  silent.clock.advance(500);
  expect(await slow).toMatchObject({ type: "no_response", outcome: { type: "timed_out" } });

  const controller = new AbortController();
  const aborted = callTool(to, "t", {}, { signal: controller.signal });
  controller.abort();
  expect(await aborted).toMatchObject({ type: "no_response", outcome: { type: "aborted" } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(silent.sent.map((frame) => JSON.parse(frame).method)).toEqual([
    "tools/call",
    "notifications/cancelled",
    "tools/call",
    "notifications/cancelled",
  ]);

  const lost = callTool(to, "t");
  silent.peer.end();
  expect(await lost).toMatchObject({ type: "no_response", outcome: { type: "closed" } });
});

test("arguments that are no object are refused before anything is sent", async () => {
  const one = await server(MODERN, (id) => done(id, "x"));
  const to = routes(registryOf({ one: ["t"] }), { one: one.owner });
  for (const args of [[], null, "a=1"]) {
    await expect(callTool(to, "t", args as never)).rejects.toMatchObject({
      name: "RouterError",
      code: "invalid_arguments",
    });
  }
  await expect(callTool(to, "t", { big: 1n })).rejects.toMatchObject({ code: "not_serializable" });
  await expect(callTool(to, "t", {}, { meta: { "/": 1 } })).rejects.toMatchObject({
    code: "invalid_meta_key",
  });
  expect(one.sent).toEqual([]);
});
