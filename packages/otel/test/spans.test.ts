import { context, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { type Clock, ManualClock, memoryTransport } from "@x/connection";
import { expect, test } from "vitest";
import { arrived, connected, Seen } from "./support/seen.js";
import { modern, refusal, server, traceparentOf } from "./support/server.js";

const SECRET = "hunter2";

test("a call is a client span with the names that the conventions give", async () => {
  const seen = await connected({ notes: modern("notes"), more: modern("more") });
  await seen.client.callTool("more/search", { query: SECRET });
  const span = await seen.span("tools/call more/search");
  expect(span.kind).toBe(SpanKind.CLIENT);
  expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
  expect(span.attributes).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "more/search",
    "mcp.protocol.version": "2026-07-28",
    "x_mcp.era": "modern",
    "x_mcp.local_name": "search",
    "x_mcp.peer": "more",
    "x_mcp.requests": 1,
  });
  await seen.client.close();
});

test("prompts, resources, completions and other requests are spans as well", async () => {
  const other = { "vendor/thing": () => ({}) };
  const seen = await connected({ notes: modern("notes", other) });
  const { client } = seen;
  await client.getPrompt("hello", { who: SECRET });
  await client.readResource("notes", "file:///a");
  await client.complete({ prompt: "hello" }, { name: "who", value: SECRET });
  await client.listResources("notes");
  await client.request("notes", "vendor/thing", { token: SECRET });
  expect((await seen.span("prompts/get hello")).attributes).toMatchObject({
    "mcp.method.name": "prompts/get",
    "gen_ai.prompt.name": "hello",
  });
  expect((await seen.span("completion/complete")).attributes).toMatchObject({
    "gen_ai.prompt.name": "hello",
  });
  for (const name of ["resources/read", "resources/list", "vendor/thing"]) {
    const { attributes } = await seen.span(name);
    expect(attributes).toMatchObject({ "mcp.method.name": name, "x_mcp.peer": "notes" });
  }
  await client.close();
});

test("no argument, result, URI or text of a server is in a span", async () => {
  const seen = await connected({
    notes: modern("notes", {
      "server/discover": () => ({
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {}, resources: {} },
        instructions: SECRET,
        _meta: { "io.modelcontextprotocol/serverInfo": { name: SECRET, version: SECRET } },
      }),
      "tools/call": (frame) =>
        frame.params?.["name"] === "add"
          ? refusal(frame, -32603, SECRET)
          : { content: [{ type: "text", text: SECRET }] },
    }),
  });
  await seen.client.callTool("search", { query: SECRET });
  await expect(seen.client.callTool("add", { query: SECRET })).rejects.toThrow(SECRET);
  await expect(seen.client.callTool(`no ${SECRET}`)).rejects.toThrow(SECRET);
  await seen.client.readResource("notes", `db://user:${SECRET}@host/`);
  await seen.client.close();
  for (const { name, attributes, events, status } of await seen.spans()) {
    expect(JSON.stringify({ name, attributes, events, status })).not.toContain(SECRET);
  }
});

test("the URI of a resource is in its span where the host wants that", async () => {
  const seen = await connected({ notes: modern("notes") }, {}, { resourceUris: true });
  await seen.client.readResource("notes", "file:///a");
  const { name, attributes } = await seen.span("resources/read");
  expect({ name, uri: attributes["mcp.resource.uri"] }).toEqual({
    name: "resources/read",
    uri: "file:///a",
  });
  const [series] = (await seen.series("mcp.client.operation.duration")).slice(-1);
  expect(series?.attributes).not.toHaveProperty(["mcp.resource.uri"]);
  await seen.client.close();
});

test("what is given from the cache is no span", async () => {
  const fresh = { ttlMs: 60_000, cacheScope: "private" };
  const seen = await connected({
    notes: modern("notes", { "resources/read": () => ({ contents: [], ...fresh }) }),
  });
  await seen.client.readResource("notes", "file:///a");
  await seen.client.readResource("notes", "file:///a");
  expect((await seen.spans()).filter(({ name }) => name === "resources/read")).toHaveLength(1);
  await seen.client.close();
});

test("a bring-up is one span with its outcome, and the lists in it are its children", async () => {
  const seen = await connected({ notes: modern("notes") });
  const connect = await seen.span("connect");
  expect(connect.kind).toBe(SpanKind.INTERNAL);
  expect(connect.attributes).toEqual({
    "mcp.protocol.version": "2026-07-28",
    "x_mcp.era": "modern",
    "x_mcp.peer": "notes",
    "x_mcp.reason": "discovered",
  });
  for (const name of ["tools/list", "prompts/list"]) {
    const list = await seen.span(name);
    expect(list.parentSpanContext?.spanId).toBe(connect.spanContext().spanId);
    expect(list.attributes).toMatchObject({ "mcp.method.name": name, "x_mcp.peer": "notes" });
  }
  await seen.client.close();
});

test("a legacy server is told as one, and what it is asked carries its trace too", async () => {
  const old = server("old", {
    initialize: () => ({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "old", version: "1" },
    }),
    "tools/list": () => ({ tools: [{ name: "add", inputSchema: { type: "object" } }] }),
    "tools/call": () => ({ content: [] }),
  });
  const seen = new Seen();
  seen.client.addServer("old", old.transport, { allowLegacy: true });
  await seen.client.connect();
  await seen.client.callTool("add");
  const standing = { "x_mcp.era": "legacy", "mcp.protocol.version": "2025-11-25" };
  for (const [method, name] of [
    ["tools/list", "tools/list"],
    ["tools/call", "tools/call add"],
  ] as const) {
    const span = await seen.span(name);
    const { traceId, spanId } = span.spanContext();
    const frame = old.received.find((one) => one.method === method);
    expect(frame && traceparentOf(frame)).toBe(`00-${traceId}-${spanId}-01`);
  }
  expect((await seen.span("tools/call add")).attributes).toMatchObject(standing);
  expect((await seen.span("connect")).attributes).toMatchObject(standing);
  await seen.client.close();
});

test("a bring-up that fails tells the reason of its report", async () => {
  const gone = memoryTransport(() => ({
    type: "open_failure",
    phase: "spawn",
    code: "ENOENT",
    message: SECRET,
  }));
  const seen = await connected({ old: server("old", {}), gone: { transport: gone } });
  const spans = (await seen.spans()).filter(({ name }) => name === "connect");
  const told = spans.map(({ attributes, status }) => ({
    peer: attributes["x_mcp.peer"],
    reason: attributes["x_mcp.reason"],
    error: attributes["error.type"],
    era: attributes["x_mcp.era"],
    status,
  }));
  const status = { code: SpanStatusCode.ERROR };
  expect(told).toHaveLength(2);
  for (const [peer, reason] of [
    ["old", "legacy_not_allowed"],
    ["gone", "open_failed"],
  ]) {
    expect(told).toContainEqual({ peer, reason, error: reason, era: "unknown", status });
  }
  await seen.client.close();
});

test("a server behind a URL is told by host and port, and by nothing else of the URL", async () => {
  const { transport } = modern("notes");
  const binding = { type: "http", url: `https://user:pw@mcp.example.com/${SECRET}?k=1` } as const;
  const seen = await connected({ notes: { transport: { ...transport, binding } } });
  await seen.client.callTool("add");
  const { attributes } = await seen.span("tools/call add");
  expect(attributes).toMatchObject({
    "network.transport": "tcp",
    "network.protocol.name": "http",
    "server.address": "mcp.example.com",
    "server.port": 443,
  });
  expect(JSON.stringify(attributes)).not.toMatch(/hunter2|pw|user/);
  await seen.client.close();
});

test("of a command nothing is told but that there is a pipe", async () => {
  const { transport } = modern("notes");
  const binding = {
    type: "stdio",
    command: "/usr/bin/server",
    args: [SECRET],
    cwd: "/",
    envHash: "abc",
  } as const;
  const seen = await connected({ notes: { transport: { ...transport, binding } } });
  const { attributes } = await seen.span("connect");
  expect(attributes["network.transport"]).toBe("pipe");
  expect(JSON.stringify(attributes)).not.toMatch(/hunter2|usr/);
  await seen.client.close();
});

test("a peer that comes back by itself has a trace of its own, with a link to what it came from", async () => {
  const notes = modern("notes");
  const manual = new ManualClock();
  const clock: Clock = {
    now: () => manual.now(),
    // As the timers of a platform do, and unlike those of a manual clock.
    after: (ms, f) => manual.after(ms, context.bind(context.active(), f)),
  };
  const seen = new Seen({ clock, random: () => 0 });
  seen.client.addServer("notes", notes.transport);
  await seen.client.connect();
  const first = await seen.span("connect");
  notes.peers[0]?.end();
  await arrived();
  manual.advance(60_000);
  await arrived();
  const [, second] = (await seen.spans()).filter(({ name }) => name === "connect");
  expect(second?.attributes["x_mcp.reason"]).toBe("discovered");
  expect(second?.parentSpanContext).toBeUndefined();
  expect(second?.spanContext().traceId).not.toBe(first.spanContext().traceId);
  expect(second?.links.map((link) => link.context.spanId)).toEqual([first.spanContext().spanId]);
  await seen.client.close();
});
