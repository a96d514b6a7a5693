import { expect, test } from "vitest";
import { encode, plainJson, wordsOf } from "../src/index.js";

const cycle: { self?: unknown } = {};
cycle.self = cycle;
const deep = (() => {
  let value: object = {};
  for (let level = 0; level < 200_000; level += 1) value = { value };
  return value;
})();
const untold = {
  toString() {
    throw new Error("never");
  },
};
const throws = (thrown: unknown) => ({
  toJSON() {
    throw thrown;
  },
});

test.each<[string, object]>([
  ["a BigInt", { n: 1n }],
  ["a cycle", cycle],
  ["too many levels", deep],
  ["a toJSON that throws", throws(new Error("no"))],
  ["a toJSON that throws what cannot be told", throws(untold)],
  ["a toJSON that leaves nothing", { toJSON: () => undefined }],
])("%s is told by its code, where it is copied and where it is encoded", (_, value) => {
  expect(() => plainJson(value, "It")).toThrow(
    expect.objectContaining({ code: "not_serializable" }),
  );
  expect(() => encode(value as never)).toThrow(
    expect.objectContaining({ code: "not_serializable" }),
  );
});

test("a copy has what would be sent, and nothing of what it was made from", () => {
  const given = { list: [1], gone: undefined, at: new Date(0) };
  const copy = plainJson(given, "It");
  given.list.push(2);
  expect(copy).toEqual({ list: [1], at: "1970-01-01T00:00:00.000Z" });
  expect(() => plainJson({ toJSON: () => "text" }, "The answer")).toThrow(
    "The answer is no object as JSON. Pass a plain object.",
  );
});

test("whatever was thrown has words, and no more than 200 characters of them", () => {
  expect(wordsOf(new Error("no window"))).toBe("no window");
  expect(wordsOf("text")).toBe("text");
  expect(wordsOf(undefined)).toBe("undefined");
  expect(wordsOf(Symbol("s"))).toBe("Symbol(s)");
  expect(wordsOf(untold)).toBe("something that cannot be told");
  expect(wordsOf(Object.create(null))).toBe("something that cannot be told");
  expect(wordsOf("x".repeat(1000))).toHaveLength(200);
  const odd = new Error("x");
  Object.defineProperty(odd, "message", { get: () => untold });
  expect(wordsOf(odd)).toBe("something that cannot be told");
});
