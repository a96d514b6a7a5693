import { expect, it } from "vitest";
import { jsonDocument } from "../src/json-document.js";

it.each([
  [null],
  [0],
  ["text"],
  [[]],
  [{}],
  [{ a: undefined, b: [] }],
  [[undefined, [[]], { "": {} }]],
  [{ servers: [{ name: 'a\n"b"', tools: 2, ready: true }, { 1: null }], list: [1, -0, 1e21] }],
  [JSON.parse('{"__proto__":{"a":1},"constructor":"\ud83d"}')],
])("writes %j as JSON.stringify does with two blanks", (value) => {
  expect(jsonDocument(value)).toBe(`${JSON.stringify(value, undefined, 2)}\n`);
});

it("writes whatever a terminal acts upon so that it does not, and means the same", () => {
  const value = { "\u001b[2J\u007f": ["\u009b\u2028\u202e", "\u{1f600}\u00e9"] };
  const text = jsonDocument(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('["\\u009b\\u2028\\u202e",'.slice(1));
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
});

it("writes what is nested 30,000 levels deep, without a blank for each level of each line", () => {
  const levels = 30_000;
  for (const [open, close, inside] of [
    ["[", "]", "1"],
    ['{"a":', "}", "{}"],
  ] as const) {
    const nested = open.repeat(levels) + inside + close.repeat(levels);
    const text = jsonDocument(JSON.parse(nested));
    expect(text.replaceAll(/\s/g, "")).toBe(nested);
    expect(text.length).toBeLessThan(10 * nested.length);
  }
});

it("gives up the indentation where the answer would be too large with it", () => {
  let value: unknown = Array(1_100_000).fill(1);
  for (let level = 0; level < 30; level += 1) value = [value];
  const text = jsonDocument(value);
  expect(text.length).toBeLessThan(2_300_000);
  expect(text.startsWith(`${"[".repeat(31)}1,1,`)).toBe(true);
});
