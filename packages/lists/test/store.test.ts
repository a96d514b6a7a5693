import { ManualClock } from "@x/connection";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CacheEntry,
  type CacheStore,
  memoryStore,
  ResultCache,
  type StoreFault,
} from "../src/index.js";
import { harness, turn } from "./cache-fixtures.js";

function entry(key: string, size = 1): CacheEntry {
  return { key, value: key, receivedAt: 0, freshUntil: 1, scope: "public", moment: 0, size };
}

test("a full store in memory loses what was not used for the longest time", () => {
  const store = memoryStore({ maxEntries: 2 });
  store.set("a", entry("a"));
  store.set("b", entry("b"));
  store.get("a");
  store.set("c", entry("c"));
  expect([store.get("a"), store.get("b"), store.get("c")]).toEqual([
    entry("a"),
    undefined,
    entry("c"),
  ]);
});

test("an entry larger than the store is not kept, and costs no other entry its place", () => {
  const store = memoryStore({ maxSize: 10 });
  store.set("a", entry("a", 5));
  store.set("b", entry("b", 5));
  store.set("b", entry("b", 11));
  expect(store.get("b")).toBeUndefined();
  expect(store.get("a")).toEqual(entry("a", 5));
});

test("whatever is set and deleted, a store in memory stays within its bounds, and a lone entry fits", () => {
  const key = fc.constantFrom("a", "b", "c", "d", "e");
  const step = fc.oneof(
    fc.record({ set: key, size: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ delete: key }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const store = memoryStore({ maxEntries: 3, maxSize: 10 });
      for (const one of steps) {
        if ("set" in one) {
          store.set(one.set, entry(one.set, one.size));
          expect(store.get(one.set) !== undefined).toBe(one.size <= 10);
        } else {
          store.delete(one.delete);
        }
        const kept = ["a", "b", "c", "d", "e"].flatMap(
          (name) => (store.get(name) as CacheEntry | undefined) ?? [],
        );
        expect(kept.length).toBeLessThanOrEqual(3);
        expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(10);
      }
    }),
  );
});

test("by default a store in memory keeps 1,000 entries of 16,777,216 code units in all", () => {
  const store = memoryStore();
  for (let nth = 0; nth <= 1000; nth += 1) {
    store.set(`${nth}`, entry(`${nth}`, 16_000));
  }
  expect([store.get("0"), store.get("1")]).toEqual([undefined, entry("1", 16_000)]);
  store.set("large", entry("large", 16_777_216));
  expect(store.get("1000")).toBeUndefined();
  expect(store.get("large")).toBeDefined();
  store.set("too large", entry("too large", 16_777_217));
  expect(store.get("too large")).toBeUndefined();
});

test("what is kept counts as large as the frames that it came in, and its key", async () => {
  const sizes: number[] = [];
  const store: CacheStore = {
    get: () => undefined,
    set: (key, { size }) => sizes.push(size - key.length),
    delete: () => {},
  };
  const { read, asked, result } = harness({ store });
  void read();
  await turn();
  asked[0]?.end(result("one"));
  await turn();
  expect(sizes).toEqual([100]);
});

/** A store over a Map whose every answer is a promise, of plain JSON. */
function remoteStore(): CacheStore {
  const kept = new Map<string, string>();
  return {
    get: async (key) => JSON.parse(kept.get(key) ?? "null") ?? undefined,
    set: async (key, value) => kept.set(key, JSON.stringify(value)),
    delete: async (key) => kept.delete(key),
  };
}

test("a store that gives promises, and keeps JSON, is as good as one in memory", async () => {
  const { clock, read, asked, result } = harness({ store: remoteStore() });
  const first = read();
  await turn();
  asked[0]?.end(result("one"));
  await first;
  expect(await read()).toMatchObject({ type: "current", value: "one", from: "cache" });
  expect(clock.waiting).toBe(0);
});

const broken = (): never => {
  throw new Error("disk full");
};
const refused = (): Promise<never> => Promise.reject(new Error("disk full"));
const silent = (): Promise<never> => new Promise(() => {});

test.each<[string, () => unknown, string]>([
  ["throws", broken, "store_failed"],
  ["rejects", refused, "store_failed"],
  ["never answers", silent, "store_timed_out"],
])("a store that %s is reported, and reads go on without it", async (_, operation, code) => {
  const faults: StoreFault[] = [];
  const store = { get: operation, set: operation, delete: operation };
  const { clock, read, asked, result } = harness({
    store,
    storeTimeoutMs: 50,
    onStoreFault: (fault) => faults.push(fault),
  });
  for (const [nth, value] of ["one", "two"].entries()) {
    const reading = read();
    while (asked.length === nth) {
      await turn();
      clock.advance(50);
    }
    asked[nth]?.end(result(value));
    expect(await reading).toMatchObject({ type: "current", value, from: "server" });
  }
  while (faults.length < 8) {
    await turn();
    clock.advance(50);
  }
  expect(new Set(faults.map((fault) => fault.code))).toEqual(new Set([code]));
  expect(faults.slice(0, 4).map((fault) => fault.operation)).toEqual([
    "get",
    "get",
    "delete",
    "set",
  ]);
  expect(clock.waiting).toBe(0);
});

test("a handler of faults that throws harms no read", async () => {
  const { read, asked, result } = harness({
    store: { get: broken, set: () => {}, delete: () => {} },
    onStoreFault: () => {
      throw new Error("a bug of the host");
    },
  });
  const surfaced: unknown[] = [];
  const keep = (error: unknown): void => {
    surfaced.push(error);
  };
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", keep);
  const reading = read();
  await turn();
  asked[0]?.end(result("one"));
  expect(await reading).toMatchObject({ value: "one" });
  await turn();
  process.removeListener("unhandledRejection", keep);
  for (const other of others) {
    process.on("unhandledRejection", other);
  }
  expect(surfaced).toEqual([new Error("a bug of the host"), new Error("a bug of the host")]);
});

test.each<[string, (entry: CacheEntry, key: string) => unknown]>([
  ["nothing of the kind", () => "junk"],
  ["null", () => null],
  ["an entry of another key", (kept) => ({ ...kept, key: "other" })],
  ["a public entry as a private one", (kept) => ({ ...kept, scope: "public" })],
  ["a value of another kind", (kept) => ({ ...kept, value: 7 })],
  ["times that are none", (kept) => ({ ...kept, freshUntil: "later" })],
])("a store that gives %s is reported, and nothing of it is used", async (_, spoil) => {
  const faults: string[] = [];
  const kept = new Map<string, CacheEntry>();
  const store: CacheStore = {
    get: (key) => {
      const found = kept.get(key);
      return found === undefined ? undefined : spoil(found, key);
    },
    set: (key, value) => kept.set(key, value),
    delete: (key) => kept.delete(key),
  };
  const { read, asked, result } = harness({
    store,
    onStoreFault: ({ code, operation }) => faults.push(`${operation} ${code}`),
  });
  const first = read();
  await turn();
  asked[0]?.end(result("one"));
  await first;
  const second = read();
  await turn();
  expect(asked).toHaveLength(2);
  expect(faults).toEqual(["get invalid_entry"]);
  asked[1]?.end(result("two"));
  expect(await second).toMatchObject({ value: "two" });
});

test.each([[-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  "a bound or time of %d is the caller's mistake",
  (limit) => {
    const mistake = expect.objectContaining({ code: "invalid_limit" });
    const clock = new ManualClock();
    expect(() => memoryStore({ maxEntries: limit })).toThrow(mistake);
    expect(() => memoryStore({ maxSize: limit })).toThrow(mistake);
    expect(() => new ResultCache({ clock, staleIfErrorMs: limit })).toThrow(mistake);
    expect(() => new ResultCache({ clock, storeTimeoutMs: limit })).toThrow(mistake);
  },
);

test("a second set of reads of one kind is the caller's mistake", () => {
  const { cache } = harness();
  const kind = { kind: "text", accepts: (value: unknown) => typeof value === "string" };
  expect(() => cache.reads(kind)).toThrow(expect.objectContaining({ code: "duplicate_kind" }));
});
