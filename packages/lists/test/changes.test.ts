import { expect, test } from "vitest";
import { changedBy } from "../src/index.js";
import { binding, failed, type Harness, harness, turn } from "./cache-fixtures.js";

const METHOD = "resources/read";
const other = { type: "http", url: "https://files.example/other" } as const;

/** A cache that has a fresh result of alice's. */
async function filled(): Promise<Harness> {
  const made = harness();
  const reading = made.read();
  await turn();
  made.asked[0]?.end(made.result("old"));
  await reading;
  return made;
}

test.each<[string, (made: Harness) => void]>([
  ["a change of its method", ({ cache }) => cache.invalidate(binding, METHOD)],
  ["a new connection", ({ cache }) => cache.renew(binding)],
])("C16: %s makes stale at once what is fresh", async (_, change) => {
  const made = await filled();
  change(made);
  const reading = made.read();
  await turn();
  made.asked[1]?.end(made.result("new"));
  expect(await reading).toMatchObject({ type: "current", value: "new", from: "server" });
  expect(await made.read()).toMatchObject({ value: "new", from: "cache" });
});

test("C16: changes of other methods and bindings leave it fresh", async () => {
  const { cache, read } = await filled();
  cache.invalidate(binding, "tools/list");
  cache.invalidate(other, METHOD);
  cache.renew(other);
  expect(await read()).toMatchObject({ value: "old", from: "cache" });
});

test("C10: nothing is fetched because of a change, only because of a read", async () => {
  const { cache, clock, asked } = await filled();
  cache.invalidate(binding, METHOD);
  clock.advance(100_000);
  await turn();
  expect(asked).toHaveLength(1);
  expect(clock.waiting).toBe(0);
});

test("L9: a change during a fetch has it done once more, and all who wait get the newer state", async () => {
  const { cache, read, asked, result } = harness();
  const before = read();
  await turn();
  cache.invalidate(binding, METHOD);
  const after = read();
  asked[0]?.end(result("old"));
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(result("new"));
  expect(await Promise.all([before, after])).toMatchObject([
    { type: "current", value: "new" },
    { type: "current", value: "new" },
  ]);
});

test("L9: a new connection during a fetch has it done once more, over the newest reader's connection", async () => {
  const { cache, read, asked, result } = harness();
  const before = read();
  await turn();
  cache.renew(binding);
  const after = read();
  asked[0]?.end(failed("the old connection is over"));
  await turn();
  expect(asked[1]?.reader).toBe(1);
  asked[1]?.end(result("new"));
  expect(await before).toMatchObject({ type: "current", value: "new" });
  expect(await after).toMatchObject({ type: "current", value: "new" });
});

test("L9: who has waited for two outdated fetches gets the second, told as outdated, and it is not kept", async () => {
  const { cache, read, asked, result } = harness();
  const reading = read();
  await turn();
  cache.invalidate(binding, METHOD);
  asked[0]?.end(result("oldest"));
  await turn();
  cache.invalidate(binding, METHOD);
  asked[1]?.end(result("old"));
  expect(await reading).toEqual({ type: "outdated", value: "old", receivedAt: 0 });
  await turn();
  expect(asked).toHaveLength(2);
  void read();
  await turn();
  expect(asked).toHaveLength(3);
});

test("L9: who reads after a change gets what was fetched after it, however fast changes come", async () => {
  const { cache, read, asked, result } = harness();
  const first = read();
  await turn();
  cache.invalidate(binding, METHOD);
  const second = read();
  asked[0]?.end(result("0"));
  await turn();
  cache.invalidate(binding, METHOD);
  const third = read();
  asked[1]?.end(result("1"));
  await turn();
  asked[2]?.end(result("2"));
  expect(await first).toMatchObject({ type: "outdated", value: "1" });
  expect(await second).toMatchObject({ type: "outdated", value: "1" });
  expect(await third).toMatchObject({ type: "current", value: "2" });
});

test("L9: a result that a person answered for is not asked for again, but told as outdated", async () => {
  const { cache, read, asked } = harness();
  const reading = read();
  await turn();
  cache.invalidate(binding, METHOD);
  asked[0]?.end({ type: "uncacheable", value: "answered" });
  expect(await reading).toMatchObject({ type: "outdated", value: "answered" });
  await turn();
  expect(asked).toHaveLength(1);
});

test("after more changes than can be remembered, everything counts as changed", async () => {
  const { cache, read, asked } = await filled();
  for (let nth = 0; nth < 10_000; nth += 1) {
    cache.invalidate(binding, `method ${nth}`);
  }
  expect(await read()).toMatchObject({ from: "cache" });
  cache.invalidate(binding, "one more");
  void read();
  await turn();
  expect(asked).toHaveLength(2);
});

test("the notifications of changes, and what they make stale", () => {
  const table: Record<string, readonly string[]> = {
    "notifications/tools/list_changed": ["tools/list"],
    "notifications/prompts/list_changed": ["prompts/list"],
    "notifications/resources/list_changed": ["resources/list", "resources/templates/list"],
    "notifications/resources/updated": ["resources/read"],
    "notifications/message": [],
  };
  for (const [notification, methods] of Object.entries(table)) {
    expect(changedBy(notification)).toEqual(methods);
  }
});
