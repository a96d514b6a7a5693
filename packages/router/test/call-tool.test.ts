import { expect, test } from "vitest";
import { callTool } from "../src/index.js";
import { done, LEGACY, MODERN, registryOf, routes, server, text } from "./fixtures.js";

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

test("a call waits for a minute where its caller names no limit, with a signal or without", async () => {
  for (const options of [undefined, {}, { signal: new AbortController().signal }]) {
    const silent = await server(MODERN);
    const call = callTool(
      routes(registryOf({ one: ["t"] }), { one: silent.owner }),
      "t",
      {},
      options,
    );
    silent.clock.advance(59_999);
    const first = await Promise.race([call, new Promise((resolve) => setImmediate(resolve))]);
    expect(first).toBeUndefined();
    silent.clock.advance(1);
    expect(await call).toMatchObject({
      type: "no_response",
      outcome: { type: "timed_out", limit: "total", afterMs: 60_000 },
    });
  }
});

test("arguments may be of a type that has no index signature", async () => {
  interface Query {
    readonly query: string;
    readonly limit?: number;
  }
  const one = await server(MODERN, (id) => done(id, "x"));
  const query: Query = { query: "x" };
  await callTool(routes(registryOf({ one: ["t"] }), { one: one.owner }), "t", query);
  expect(JSON.parse(one.sent[0] ?? "")).toMatchObject({ params: { arguments: { query: "x" } } });
});

test("arguments that are no object are refused before anything is sent", async () => {
  const one = await server(MODERN, (id) => done(id, "x"));
  const to = routes(registryOf({ one: ["t"] }), { one: one.owner });
  for (const args of [[], () => {}, null, "a=1"]) {
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
