import { describe, expect, test } from "vitest";
import { isTraceValue, stamp } from "../src/index.js";

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

describe("traceparent", () => {
  test.each([
    [`00-${ID}-${PARENT}-01`],
    [`00-${ID}-${PARENT}-00`],
    [`cc-${ID}-${PARENT}-01`],
    [`cc-${ID}-${PARENT}-01-what-the-future-will-be-like`],
  ])("%s is one", (value) => {
    expect(isTraceValue("traceparent", value)).toBe(true);
  });

  test.each([
    [`00-${ID}-${PARENT}`],
    [`00-${ID.toUpperCase()}-${PARENT}-01`],
    [`00-${"0".repeat(32)}-${PARENT}-01`],
    [`00-${ID}-${"0".repeat(16)}-01`],
    [`ff-${ID}-${PARENT}-01`],
    [`00-${ID}-${PARENT}-01-more`],
    [`cc-${ID}-${PARENT}-01.more`],
    [` 00-${ID}-${PARENT}-01`],
    [`00-${ID}-${PARENT}-01\n`],
    [""],
    [7],
    [null],
  ])("%j is none", (value) => {
    expect(isTraceValue("traceparent", value)).toBe(false);
  });
});

describe("tracestate", () => {
  test.each([
    ["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"],
    ["tenant@system=value"],
    ["a=1 , b=2"],
    ["a=1,,b=2"],
    [""],
    [Array.from({ length: 32 }, (_, n) => `k${n}=v`).join(",")],
  ])("%j is one", (value) => {
    expect(isTraceValue("tracestate", value)).toBe(true);
  });

  test.each([
    ["a"],
    ["=1"],
    ["A=1"],
    ["a=1,a=2"],
    ["a=1=2"],
    ["a=ü"],
    ["a=1\r\nx: y"],
    [Array.from({ length: 33 }, (_, n) => `k${n}=v`).join(",")],
    [{}],
  ])("%j is none", (value) => {
    expect(isTraceValue("tracestate", value)).toBe(false);
  });
});

describe("baggage", () => {
  test.each([
    ["userId=alice"],
    ["userId=alice,serverNode=DF%2028,isProduction=false"],
    ["key1=value1;property1;property2, key2 = value2, key3=value3; propertyKey=propertyValue"],
    ["a="],
  ])("%j is one", (value) => {
    expect(isTraceValue("baggage", value)).toBe(true);
  });

  test.each([[""], ["a"], ["a b=1"], ['a="1"'], ["a=1,"], ["a=ü"], ["a=1;=2"], [[]]])(
    "%j is none",
    (value) => {
      expect(isTraceValue("baggage", value)).toBe(false);
    },
  );
});

test("long hostile values are refused in a moment", () => {
  for (const key of ["traceparent", "tracestate", "baggage"] as const) {
    for (const value of [
      `${"a=1,".repeat(200_000)}`,
      `a=${"\\".repeat(500_000)}`,
      " ".repeat(1e6),
    ]) {
      expect(isTraceValue(key, value)).toBe(false);
    }
  }
});

test.each(["legacy", "modern"] as const)(
  "a %s request carries a trace context, and no other value under its keys",
  (era) => {
    const context =
      era === "modern"
        ? ({ era, revision: "2026-07-28", capabilities: {} } as const)
        : ({ era, revision: "2025-11-25" } as const);
    const traceparent = `00-${ID}-${PARENT}-01`;
    const stamped = (meta: object) =>
      stamp({ id: 1, method: "tools/list", params: { _meta: meta } }, context);
    expect(stamped({ traceparent, tracestate: "a=1" }).params?.["_meta"]).toMatchObject({
      traceparent,
      tracestate: "a=1",
    });
    expect(() => stamped({ traceparent: "garbage" })).toThrow(
      expect.objectContaining({ code: "invalid_meta_value" }),
    );
  },
);
