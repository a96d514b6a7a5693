import { context, createTraceState, type SpanContext, TraceFlags, trace } from "@opentelemetry/api";
import { expect, test } from "vitest";
import { traceContext } from "../src/index.js";
import { connected } from "./support/seen.js";
import { modern, refusal, traceparentOf } from "./support/server.js";

const ID = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const SAMPLED: SpanContext = { ...ID, traceFlags: TraceFlags.SAMPLED };

/** What is sent while this is the active span. */
const within = (span: SpanContext): unknown =>
  context.with(trace.setSpanContext(context.active(), span), traceContext);

test("each of many calls at once carries the context of its own span, a child of the host's", async () => {
  const notes = modern("notes");
  const seen = await connected({ notes });
  const host = seen.tracerProvider.getTracer("host").startSpan("turn");
  await context.with(trace.setSpan(context.active(), host), () =>
    Promise.all(Array.from({ length: 20 }, (_, nth) => seen.client.callTool("search", { nth }))),
  );
  host.end();
  const calls = (await seen.spans()).filter(({ name }) => name === "tools/call search");
  const sent = notes.received.filter(({ method }) => method === "tools/call").map(traceparentOf);
  expect(new Set(sent).size).toBe(20);
  expect(new Set(sent)).toEqual(
    new Set(calls.map((c) => `00-${c.spanContext().traceId}-${c.spanContext().spanId}-01`)),
  );
  for (const call of calls) {
    expect(call.parentSpanContext?.spanId).toBe(host.spanContext().spanId);
    expect(call.spanContext().traceId).toBe(host.spanContext().traceId);
  }
  await seen.client.close();
});

test("lists, prompts and resources are asked for in their spans' traces too", async () => {
  const notes = modern("notes");
  const seen = await connected({ notes });
  await seen.client.getPrompt("hello");
  await seen.client.readResource("notes", "file:///a");
  const spans = new Map((await seen.spans()).map((span) => [span.name.split(" ")[0], span]));
  for (const method of ["tools/list", "prompts/list", "prompts/get", "resources/read"]) {
    const frame = notes.received.find((one) => one.method === method);
    const { traceId, spanId } = spans.get(method)?.spanContext() ?? {};
    expect(frame && traceparentOf(frame)).toBe(`00-${traceId}-${spanId}-01`);
  }
  await seen.client.close();
});

test("every page of a list belongs to the one span of the list", async () => {
  const notes = modern("notes", {
    "tools/list": ({ params }) =>
      params?.["cursor"] === undefined ? { tools: [], nextCursor: "2" } : { tools: [] },
  });
  const seen = await connected({ notes });
  const { traceId, spanId } = (await seen.span("tools/list")).spanContext();
  const pages = notes.received.filter(({ method }) => method === "tools/list");
  const expected = `00-${traceId}-${spanId}-01`;
  expect(pages.map(traceparentOf)).toEqual([expected, expected]);
  expect(pages[1]?.params?.["cursor"]).toBe("2");
  await seen.client.close();
});

test("a call that is made again stays in the span of the call, which counts its requests", async () => {
  let calls = 0;
  const notes = modern("notes", {
    "tools/call": (frame) => {
      calls += 1;
      return calls === 1 ? refusal(frame, -32020) : { content: [] };
    },
  });
  const seen = await connected({ notes });
  await seen.client.callTool("search");
  const span = await seen.span("tools/call search");
  const { traceId, spanId } = span.spanContext();
  const sent = notes.received.filter(({ method }) => method === "tools/call").map(traceparentOf);
  const expected = `00-${traceId}-${spanId}-01`;
  expect(sent).toEqual([expected, expected]);
  expect(span.attributes["x_mcp.requests"]).toBe(2);
  await seen.client.close();
});

test("without an active span there is no context", () => {
  expect(traceContext()).toBeUndefined();
});

test("whether a span is sampled is told, and nothing else of its flags", () => {
  const start = `00-${ID.traceId}-${ID.spanId}`;
  expect(within(SAMPLED)).toEqual({ traceparent: `${start}-01` });
  expect(within({ ...ID, traceFlags: TraceFlags.NONE })).toEqual({ traceparent: `${start}-00` });
  expect(within({ ...ID, traceFlags: 0xff })).toEqual({ traceparent: `${start}-01` });
});

test.each([
  ["no trace id", { ...SAMPLED, traceId: "0".repeat(32) }],
  ["no span id", { ...SAMPLED, spanId: "0".repeat(16) }],
  ["ids of another form", { ...SAMPLED, traceId: "abc" }],
])("a span with %s has none", (_, span) => {
  expect(within(span)).toBeUndefined();
});

test("ids in upper case are sent in lower case", () => {
  const span = { ...SAMPLED, traceId: ID.traceId.toUpperCase() };
  expect(within(span)).toEqual({ traceparent: `00-${ID.traceId}-${ID.spanId}-01` });
});

test("the state of a trace is sent as far as it is valid", () => {
  const traceState = createTraceState("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");
  expect(within({ ...SAMPLED, traceState })).toMatchObject({
    tracestate: "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
  });
  const broken = { ...traceState, serialize: () => "Not A Key=1,ok=1,\u{1F600}=2" };
  expect(within({ ...SAMPLED, traceState: Object.assign(createTraceState(), broken) })).toEqual({
    traceparent: `00-${ID.traceId}-${ID.spanId}-01`,
    tracestate: "ok=1",
  });
  expect(within({ ...SAMPLED, traceState: createTraceState("") })).not.toHaveProperty("tracestate");
});
