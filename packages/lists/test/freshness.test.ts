import fc from "fast-check";
import { expect, test } from "vitest";
import { freshnessOf, isFresh, MAX_TTL_MS, strictest } from "../src/index.js";

const YEAR_MS = 365 * 86_400_000;

function ttl(ttlMs: unknown): number {
  const { receivedAt, freshUntil } = freshnessOf({ resultType: "complete", ttlMs }, 5000);
  return freshUntil - receivedAt;
}

test.each([
  [-1, 0],
  [undefined, 0],
  ["60000", 0],
  [10 * YEAR_MS, 86_400_000],
  [0, 0],
  [60_000, 60_000],
  [86_400_000, 86_400_000],
  [86_400_001, 86_400_000],
  [1e300, 86_400_000],
  [1.5, 0],
  [null, 0],
  [true, 0],
  [[60_000], 0],
  [Number.POSITIVE_INFINITY, 0],
])("C2: a ttlMs of %j is read as %d", (ttlMs, read) => {
  expect(ttl(ttlMs)).toBe(read);
});

test("C2: whatever a server sends as ttlMs, a result is fresh from 0 to 24 hours", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.double(), fc.integer()), (value) => {
      expect(ttl(value)).toBeGreaterThanOrEqual(0);
      expect(ttl(value)).toBeLessThanOrEqual(MAX_TTL_MS);
    }),
  );
});

test("C08: a result is fresh from its receipt until its time is over, and not at that moment", () => {
  const freshness = freshnessOf({ resultType: "complete", ttlMs: 100 }, 5000);
  expect([4999, 5000, 5099, 5100].map((now) => isFresh(freshness, now))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test.each([["private"], [undefined], ["PUBLIC"], ["shared"], [7], [null]])(
  "C22: a cacheScope of %j is private",
  (cacheScope) => {
    expect(freshnessOf({ resultType: "complete", ttlMs: 1, cacheScope }, 0).scope).toBe("private");
  },
);

test.each([[undefined], ["input_required"], ["partial"], [1]])(
  "C3: a result with resultType %j is stale at once and private, whatever else it says",
  (resultType) => {
    const result = { resultType, tools: [], ttlMs: 60_000, cacheScope: "public" };
    expect(freshnessOf(result, 5000)).toEqual({
      receivedAt: 5000,
      freshUntil: 5000,
      scope: "private",
    });
  },
);

test("C17, C21: a whole is fresh exactly while all parts are, and public where all parts are", () => {
  const part = fc.record({
    receivedAt: fc.nat(50),
    ttlMs: fc.nat(50),
    cacheScope: fc.constantFrom("public", "private"),
  });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(100), (parts, wait) => {
      const all = parts.map(({ receivedAt, ...hints }) =>
        freshnessOf({ resultType: "complete", ...hints }, receivedAt),
      );
      const [first, ...others] = all;
      const whole = others.reduce(strictest, first ?? freshnessOf({}, 0));
      const now = Math.max(...parts.map(({ receivedAt }) => receivedAt)) + wait;
      expect(isFresh(whole, now)).toBe(all.every((one) => isFresh(one, now)));
      expect(whole.scope === "public").toBe(all.every(({ scope }) => scope === "public"));
    }),
  );
});
