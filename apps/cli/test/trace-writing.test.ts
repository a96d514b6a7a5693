import { mergeConfigs } from "@x/config";
import { clockFrom } from "@x/connection";
import { expect, it } from "vitest";
import { redactionOf } from "../src/redaction.js";
import { Trace } from "../src/trace.js";
import { openTraceFile } from "../src/trace-file.js";
import { TraceQueue } from "../src/trace-queue.js";
import { folder } from "./support/config.js";
import { linesOf, traceFile } from "./support/trace.js";

it("what comes faster than it can be written is counted in its place, and never waited for", async () => {
  const file = traceFile();
  const handle = await openTraceFile(file, folder());
  const clock = clockFrom(globalThis);
  const redaction = redactionOf(mergeConfigs([]));
  const trace = new Trace({ file, handle, command: "call", redaction, clock, note: () => {} });
  for (let n = 0; n < 20_000; n += 1) {
    const text = `{"n":${n}}`;
    trace.frame("a", { direction: "received", text, at: clock.now() }, 1);
  }
  await trace.close();
  const [, ...lines] = linesOf(file);
  // The header waited with the first of them.
  expect(lines.map(({ message }) => (message as { n: number } | undefined)?.n)).toEqual([
    ...Array.from({ length: 9_999 }, (_, n) => n),
    undefined,
  ]);
  expect(lines.at(-1)).toEqual({ dropped: 10_001 });
});

it.each([
  ["one large text", () => ({ text: ".".repeat(2_000_000) })],
  ["many small texts", () => ({ all: Array.from({ length: 200_000 }, () => "a secret...") })],
  [
    "many names",
    () => Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`secret-${at}`, ""])),
  ],
])("K5: the program goes on while a large frame is written down: %s", async (_, content) => {
  const file = traceFile();
  const handle = await openTraceFile(file, folder());
  const clock = clockFrom(globalThis);
  const secrets = Array.from({ length: 20 }, (__, at) => `secret-key-${at}`);
  const redaction = redactionOf(mergeConfigs([]), secrets);
  const trace = new Trace({ file, handle, command: "call", redaction, clock, note: () => {} });
  const text = JSON.stringify({ jsonrpc: "2.0", method: "x", params: content() });
  trace.frame("a", { direction: "received", text, at: clock.now() }, 1);
  let isOver = false;
  const closed = trace.close().then(() => {
    isOver = true;
  });
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await closed;
  expect(turns).toBeGreaterThan(Math.floor(text.length / 65_536) / 2);
  expect(linesOf(file)).toHaveLength(2);
});

it("K5: names that are secrets, and become the same, stay as many members", async () => {
  const file = traceFile();
  const handle = await openTraceFile(file, folder());
  const clock = clockFrom(globalThis);
  const redaction = redactionOf(mergeConfigs([]), ["secret-key-1", "secret-key-2"]);
  const trace = new Trace({ file, handle, command: "call", redaction, clock, note: () => {} });
  const text = JSON.stringify({ params: { "secret-key-1": 1, "secret-key-2": 2 } });
  trace.frame("a", { direction: "received", text, at: clock.now() }, 1);
  await trace.close();
  expect(linesOf(file).at(-1)).toMatchObject({
    message: { params: { "[redacted]": 1, "[redacted] (2)": 2 } },
  });
});

it("a queue takes one frame of any size, and what does not fit beside it is counted where it would stand", () => {
  const queue = new TraceQueue<string>();
  const all = Number.POSITIVE_INFINITY;
  queue.add("huge", 2 ** 26);
  queue.add("a", 1);
  queue.add("b", 1);
  expect(queue.take(1)).toEqual([{ entry: "huge" }]);
  queue.add("c", 2 ** 25);
  queue.add("d", 1);
  expect(queue.take(all)).toEqual([{ dropped: 2 }, { entry: "c" }]);
  expect(queue.take(all)).toEqual([{ dropped: 1 }]);
  expect(queue.take(all)).toEqual([]);
});
