import { expect, test } from "vitest";
import { configErrorOf, parseText } from "./parsing.js";

test.each([
  ["", 1, 1, "the end of the text"],
  ["{", 1, 2, "the end of the text"],
  ['{"mcpServers": {},,}', 1, 19, "`,`"],
  ["{,}", 1, 2, "`,`"],
  ['{"a": [,]}', 1, 8, "`,`"],
  ['{"a": 1 /* to be\ncontinued', 1, 9, "`/`"],
  ['{ // "a":\r\n /*\n*/ b}', 3, 4, "something else"],
  ["{\n# servers\n}", 2, 1, "`#`"],
  ['{"a": 1.}', 1, 7, "something else"],
  ['{\r\n"a": 1\r\n"b": 2}', 3, 1, '`"`'],
  ['{\r"a": 1\r"b": 2}', 3, 1, '`"`'],
  ["\uFEFF{x", 1, 2, "something else"],
  ["{'a': 1}", 1, 2, "`'`"],
  ['{"a" 1}', 1, 6, "something else"],
  ['{"a": tru}', 1, 7, "something else"],
  ['{"a": 01}', 1, 8, "something else"],
  ['{"a": "x\ny"}', 1, 9, "something else"],
  ['{"a": "C:\\dir"}', 1, 10, "`\\`"],
  ['{"a": "\\u12"}', 1, 8, "`\\`"],
  ["{} {}", 1, 4, "`{`"],
  ["[".repeat(300), 1, 258, "`[`"],
])("%j is not JSON, at line %i, column %i", (text, line, column, found) => {
  const error = configErrorOf(() => parseText(text));
  expect(error.code).toBe("not_json");
  expect(error.problems).toMatchObject([{ code: "not_json", line, column }]);
  expect(error.message).toContain(`mcp.json: line ${line}, column ${column}: expected `);
  expect(error.message).toContain(`found ${found}`);
});

test.each(["[", '{"a":', '[{"mcpServers":'])(
  "100,000 times %s is refused, not run out of stack",
  (nesting) => {
    expect(configErrorOf(() => parseText(nesting.repeat(100_000))).code).toBe("not_json");
  },
);

test("brackets in strings and comments, and ones that were closed, are no nesting", () => {
  const text = `{"mcpServers": {}, /* ${"[".repeat(300)} */ "a": ["${"[".repeat(300)}", ${"[],".repeat(300)}]}`;
  expect(parseText(text).servers).toEqual([]);
});

test("a text that was cut after a long string is refused, not run out of stack", () => {
  expect(configErrorOf(() => parseText(`{"a": "${"\\n".repeat(500_000)}`)).code).toBe("not_json");
});
