import {
  type ContextManager,
  context,
  type DiagLogger,
  diag,
  type MeterProvider,
  ROOT_CONTEXT,
  type Span,
  type TracerProvider,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider as RealTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { Client } from "@x/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TelemetryOptions, telemetry, traceContext } from "../src/index.js";
import { modern, refusal } from "./support/server.js";

const broken = new Error("the SDK broke");
const breaks = (): never => {
  throw broken;
};
const all = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, breaks]));

const told: unknown[][] = [];
beforeEach(() => {
  told.length = 0;
  const logger = {
    ...all(["warn", "info", "debug", "verbose"]),
    error: (...args: unknown[]) => told.push(args),
  };
  diag.setLogger(logger as unknown as DiagLogger);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterEach(() => {
  diag.disable();
  context.disable();
});

/** A client that is seen by this, asked for everything; all of it has to come out as it would unseen. */
async function goesItsWay(options: TelemetryOptions): Promise<void> {
  const notes = modern("notes", {
    "tools/call": (frame) =>
      frame.params?.["name"] === "add" ? refusal(frame, -32602) : { content: [] },
  });
  const { around, trace, onEvent } = telemetry(options);
  const client = new Client({ clientInfo: { name: "test", version: "1" }, around, trace });
  client.on(onEvent);
  const failed: unknown[] = [];
  client.on((event) => event.type === "observer_failed" && failed.push(event));
  client.addServer("notes", notes.transport, { recover: false });
  client.addServer(
    "down",
    modern("down", { "server/discover": (f) => refusal(f, -32601) }).transport,
    { recover: false },
  );
  expect(await client.connect()).toMatchObject([{ state: "ready" }, { state: "unavailable" }]);
  expect(await client.callTool("search")).toEqual({ resultType: "complete", content: [] });
  await expect(client.callTool("add")).rejects.toMatchObject({ code: "rpc_error" });
  await client.listResources("notes");
  await client.readResource("notes", "file:///a");
  // A fault, which is counted.
  notes.peers[0]?.send("{");
  await new Promise((resolve) => setImmediate(resolve));
  await client.close();
  // The client has nothing to contain.
  expect(failed).toEqual([]);
  expect(notes.received.filter(({ method }) => method === "tools/call")).toHaveLength(2);
}

const processor = (methods: object): SpanProcessor => ({
  onStart() {},
  onEnd() {},
  async forceFlush() {},
  async shutdown() {},
  ...methods,
});
const real = (methods: object): TracerProvider =>
  new RealTracerProvider({ spanProcessors: [processor(methods)] });
const SPAN = [
  "spanContext",
  "setAttribute",
  "setAttributes",
  "addEvent",
  "addLink",
  "addLinks",
  "setStatus",
  "updateName",
  "end",
  "isRecording",
  "recordException",
];
const spans = (span: unknown): TracerProvider =>
  ({ getTracer: () => ({ startSpan: () => span }) }) as unknown as TracerProvider;

test.each<[string, TracerProvider]>([
  ["a processor that throws where a span starts", real({ onStart: breaks })],
  ["a processor that throws where a span ends", real({ onEnd: breaks })],
  ["a provider that throws", { getTracer: breaks }],
  ["a provider that gives no tracer", { getTracer: () => null } as unknown as TracerProvider],
  [
    "a tracer that throws",
    { getTracer: () => ({ startSpan: breaks }) } as unknown as TracerProvider,
  ],
  ["a tracer that gives no span", spans(undefined)],
  ["spans that throw whatever is done with them", spans(all(SPAN) as Span)],
  ...SPAN.map((method): [string, TracerProvider] => [
    `spans whose ${method} throws`,
    {
      getTracer: (...args) => {
        const tracer = real({}).getTracer(...args);
        const startSpan: typeof tracer.startSpan = (...given) =>
          Object.assign(tracer.startSpan(...given), { [method]: breaks });
        return { startSpan } as typeof tracer;
      },
    },
  ]),
])("%s takes nothing down", async (_, tracerProvider) => {
  await goesItsWay({ tracerProvider });
});

const INSTRUMENT = { record: breaks, add: breaks };
test.each<[string, unknown]>([
  ["a provider of meters that throws", { getMeter: breaks }],
  ["a provider that gives no meter", { getMeter: () => undefined }],
  ["a meter that throws", { getMeter: () => all(["createHistogram", "createCounter"]) }],
  [
    "instruments that throw",
    { getMeter: () => ({ createHistogram: () => INSTRUMENT, createCounter: () => INSTRUMENT }) },
  ],
])("%s takes nothing down, and is told", async (_, meterProvider) => {
  await goesItsWay({ meterProvider: meterProvider as MeterProvider });
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]?.[0]).toBe("@x/otel: what is registered for telemetry threw");
});

const manager = (methods: object): ContextManager => ({
  active: () => ROOT_CONTEXT,
  with: (_context, act, that, ...args) => act.call(that as never, ...args),
  bind: (_context, target) => target,
  enable() {
    return this;
  },
  disable() {
    return this;
  },
  ...methods,
});

test.each<[string, object]>([
  ["does not know the active context", { active: breaks }],
  ["throws before it does anything", { with: breaks }],
  [
    "throws after it did something",
    {
      with: (_context: unknown, act: () => unknown) => {
        act();
        throw broken;
      },
    },
  ],
  [
    "does things twice",
    {
      with: (_context: unknown, act: () => unknown) => {
        act();
        return act();
      },
    },
  ],
  ["does nothing", { with: () => undefined }],
])("a context manager that %s takes nothing down", async (_, methods) => {
  context.disable();
  context.setGlobalContextManager(manager(methods));
  await goesItsWay({ tracerProvider: real({}) });
  expect(traceContext()).toBeUndefined();
});

test("diagnostics that throw take nothing down either", async () => {
  diag.disable();
  diag.setLogger(all(["error", "warn", "info", "debug", "verbose"]) as unknown as DiagLogger);
  await goesItsWay({ tracerProvider: { getTracer: breaks } });
});
