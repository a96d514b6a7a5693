import fc from "fast-check";
import { expect, test } from "vitest";
import { compareJson } from "../src/index.js";

test("the order of keys does not count, everything else does", () => {
  const same: readonly (readonly [unknown, unknown])[] = [
    [
      { a: 1, b: [{ c: null, d: "x" }] },
      { b: [{ d: "x", c: null }], a: 1 },
    ],
    [[], []],
    ["", ""],
  ];
  for (const [a, b] of same) expect(compareJson(a, b)).toBe(0);
  const different: readonly (readonly [unknown, unknown])[] = [
    [1, "1"],
    [0, false],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1 }, { b: 1 }],
  ];
  for (const [a, b] of different) {
    expect(compareJson(a, b)).not.toBe(0);
    expect(Math.sign(compareJson(a, b))).toBe(-Math.sign(compareJson(b, a)));
  }
});

test("two values are equal exactly where sorted JSON of them is, and sorting is one for all orders", () => {
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_key, member) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    );
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 }), (generated) => {
      const values = JSON.parse(JSON.stringify(generated)) as unknown[];
      for (const a of values) {
        for (const b of values) expect(compareJson(a, b) === 0).toBe(sorted(a) === sorted(b));
      }
      const once = [...values].sort(compareJson).map(sorted);
      expect([...values].reverse().sort(compareJson).map(sorted)).toEqual(once);
    }),
  );
});

test("the order is one for all: it does not depend on how keys are written, and what is between is between", () => {
  const small = fc.constantFrom(1, 2, "x", [1], [2]);
  const object = fc
    .tuple(small, small, fc.boolean())
    .map(([a, b, isFlipped]) => (isFlipped ? { b, a } : { a, b }));
  fc.assert(
    fc.property(object, object, object, (x, y, z) => {
      const sign = (a: object, b: object): number => Math.sign(compareJson(a, b));
      expect(sign(x, y) + sign(y, x)).toBe(0);
      if (sign(x, y) === 0) expect(sign(x, z)).toBe(sign(y, z));
      if (sign(x, y) < 0 && sign(y, z) < 0) expect(sign(x, z)).toBeLessThan(0);
    }),
  );
});

test("a value nested without end is compared without a stack overflow", () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level += 1) value = [value];
    return value;
  };
  expect(compareJson(nested(100_000), nested(100_000))).toBe(0);
});
