import { expect, test } from "vitest";
import type { Around, Operation } from "../src/index.js";
import { make, ofType } from "./harness.js";
import { error, modern } from "./servers.js";

const broken = new Error("sdk broke");
const named = { type: "observer_failed", option: "around", cause: broken };

test.each<[string, Around, number]>([
  [
    "throws before it acts",
    () => {
      throw broken;
    },
    1,
  ],
  ["rejects before it acts", () => Promise.reject(broken), 1],
  [
    "throws after it acted",
    async (_, act) => {
      await act();
      throw broken;
    },
    1,
  ],
  ["does not act", async () => ({}) as never, 1],
  [
    "acts twice",
    async (_, act) => {
      await act();
      return act();
    },
    0,
  ],
  [
    "gives something else",
    async (_, act) => {
      await act();
      return undefined as never;
    },
    0,
  ],
  [
    "never ends",
    async (_, act) => {
      await act();
      return new Promise<never>(() => {});
    },
    0,
  ],
])("an observer that %s changes the outcome of nothing", async (_, around, failures) => {
  let calls = 0;
  const a = modern("a", ["search", "refuse"], {
    "tools/call": (frame) => {
      calls += 1;
      return frame.params?.["name"] === "refuse"
        ? error(frame, -32603)
        : { resultType: "complete", content: [] };
    },
  });
  const { client, events } = make({ around });
  client.addServer("a", a.transport);
  expect(await client.connect()).toMatchObject([{ state: "ready" }]);
  events.length = 0;
  expect(await client.callTool("search")).toMatchObject({ content: [] });
  await expect(client.callTool("refuse")).rejects.toMatchObject({ code: "rpc_error" });
  expect(calls).toBe(2);
  const told = ofType(events, "observer_failed");
  expect(told).toHaveLength(2 * failures);
  if (told.length > 0 && !_.includes("does not")) expect(told[0]).toMatchObject(named);
  await client.close();
});

test("what an observer waits for before it acts is waited for, and it acts in its own context", async () => {
  const seen: string[] = [];
  const around: Around = async (operation: Operation, act) => {
    await Promise.resolve();
    seen.push(`> ${operation.type}`);
    const ending = await act();
    seen.push(`< ${operation.type}`);
    return ending;
  };
  const { client } = make({ around });
  client.addServer("a", modern("a", ["search"]).transport);
  await client.connect();
  seen.length = 0;
  await client.callTool("search");
  expect(seen).toEqual(["> request", "< request"]);
  await client.close();
});

const traceparent = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;

test.each<[string, () => unknown, string]>([
  [
    "throws",
    () => {
      throw broken;
    },
    "sdk broke",
  ],
  ["gives no trace", () => ({ traceparent: "mine" }), "its traceparent"],
  ["gives a line break", () => ({ traceparent: `${traceparent}\r\nx` }), "its traceparent"],
  ["gives nothing that there is", () => null, "its traceparent"],
])("a trace that %s is told, and keeps nothing from being sent", async (_, trace, what) => {
  const a = modern("a", ["search"]);
  const { client, events } = make({ trace: trace as never });
  client.addServer("a", a.transport);
  expect(await client.connect()).toMatchObject([{ state: "ready" }]);
  expect(await client.callTool("search")).toMatchObject({ content: [{ text: "a: search" }] });
  expect(a.received.at(-1)?.params?.["_meta"]).not.toHaveProperty("traceparent");
  expect(ofType(events, "observer_failed")[0]).toMatchObject({
    option: "trace",
    message: expect.stringContaining(what),
  });
  await client.close();
});

test("of a trace, what is valid is sent, and nothing else that came with it", async () => {
  const a = modern("a", ["search"]);
  const own = "io.modelcontextprotocol/protocolVersion";
  const trace = () => ({
    traceparent,
    tracestate: "Not=Valid",
    baggage: "a=1",
    evil: 1,
    [own]: "x",
  });
  const { client, events } = make({ trace });
  client.addServer("a", a.transport);
  await client.connect();
  await client.callTool("search");
  const meta = a.received.at(-1)?.params?.["_meta"];
  expect(meta).toMatchObject({ traceparent, baggage: "a=1", [own]: "2026-07-28" });
  expect(meta).not.toHaveProperty("tracestate");
  expect(meta).not.toHaveProperty("evil");
  expect(ofType(events, "observer_failed")[0]).toMatchObject({
    message: expect.stringContaining("tracestate"),
  });
  await client.close();
});
