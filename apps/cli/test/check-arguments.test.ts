import { workerValidator } from "@x/validate";
import { expect, it, onTestFinished } from "vitest";
import { checkArguments } from "../src/schema/check-arguments.js";
import { flawsText } from "../src/schema/flaw-text.js";

const SEARCH = {
  type: "object",
  properties: {
    query: { type: "string", minLength: 1 },
    max_results: { type: "integer", minimum: 1, maximum: 100 },
    order: { enum: ["asc", "desc"] },
    filter: {
      type: "object",
      properties: { from: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      required: ["from"],
      additionalProperties: false,
    },
    limit: { anyOf: [{ type: "integer" }, { type: "null" }] },
  },
  required: ["query"],
};
const STRICT = { ...SEARCH, additionalProperties: false };

const told = (schema: object, args: object): string =>
  flawsText("search", checkArguments({ ...schema }, { ...args }).flaws);

it.each([
  [{}, '"search" needs "query".'],
  [{ query: 1 }, 'The argument "query" has to be a string; 1 is not.'],
  [{ query: "" }, 'The argument "query" has to be at least 1 character long; "" is not.'],
  [
    { query: "x", maxResults: 3 },
    '"search" takes no argument "maxResults". Did you mean "max_results"?',
  ],
  [{ qurey: "x" }, '"search" takes no argument "qurey". Did you mean "query"?'],
  [{ query: "x", max_results: 0 }, 'The argument "max_results" has to be at least 1; 0 is not.'],
  [
    { query: "x", order: "descc" },
    'The argument "order" has to be "asc" or "desc"; "descc" is not. Did you mean "desc"?',
  ],
  [{ query: "x", limit: "3" }, 'The argument "limit" has to be an integer or null; "3" is not.'],
  [{ query: "x", filter: {} }, 'The argument "filter" needs "from".'],
  [
    { query: "x", filter: { from: "a", form: "b" } },
    'The argument "filter" takes no "form". It takes "from", "tags".',
  ],
  [
    { query: "x", filter: { from: "a", tags: ["b", 3] } },
    'The argument "filter" at /tags/1 has to be a string; 3 is not.',
  ],
])("says what is wrong with %j, by its name", (args, text) => {
  expect(told(SEARCH, args)).toBe(text);
});

it("refuses a name that is not listed where no other is taken, or where it is nearly one that is", () => {
  expect(told(STRICT, { query: "x", colour: 1 })).toBe(
    '"search" takes no argument "colour". It takes "query", "max_results", "order", "filter", "limit".',
  );
  expect(told(SEARCH, { query: "x", colour: 1 })).toBe("");
  // Both are there: nobody made a slip.
  expect(told(SEARCH, { query: "x", querys: "y" })).toBe("");
  expect(told({ type: "object", additionalProperties: false }, { a: 1 })).toContain(
    "It takes none.",
  );
  expect(told({ type: "object" }, { a: 1 })).toBe("");
});

const SCHEMAS: readonly object[] = [
  SEARCH.properties.filter,
  { type: "integer" },
  { type: "number", minimum: 1, exclusiveMaximum: 5 },
  { type: ["string", "null"], maxLength: 3 },
  { enum: ["a", 1, null, { a: 1 }] },
  { const: 1 },
  { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 },
  { anyOf: [{ type: "string" }, { type: "object", required: ["from"] }] },
  { oneOf: [{ type: "integer" }, { type: "number", maximum: 2 }] },
  { allOf: [{ type: "object" }, { required: ["a"] }] },
  { $ref: "#/$defs/Tree" },
  { type: "object", additionalProperties: { type: "string" } },
  { not: { type: "string" } },
  { type: "string", pattern: "^a" },
  { patternProperties: { "^a": { type: "string" } }, additionalProperties: false },
  { prefixItems: [{ type: "string" }], items: { type: "integer" } },
  {
    anyOf: [
      { type: "string", pattern: "^a" },
      { type: "string", minLength: 4 },
    ],
  },
  { if: { type: "number" }, else: { minLength: 4 } },
  { $ref: "#/$defs/Tree", required: ["more"] },
  {},
];

const VALUES: readonly unknown[] = [
  ...[null, true, 0, 1, 1.5, 5, "", "a", "abcd", "😀😀😀"],
  ...[[], [1], [1, 2, 3], ["a", 1], [1.5]],
  ...[
    {},
    { a: 1 },
    { a: "x" },
    { from: "x" },
    { from: "x", tags: ["y"] },
    { from: "x", tags: [1] },
  ],
  ...[
    { children: [] },
    { children: [{ children: [1] }] },
    { children: [{ children: [] }], more: 1 },
  ],
];

const Tree = {
  type: "object",
  properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
};

it("agrees with the whole check wherever it says that it has looked at everything", async () => {
  const validator = workerValidator({ workers: 1 });
  onTestFinished(() => validator.close());
  const old = "http://json-schema.org/draft-07/schema#";
  const inputs = SCHEMAS.map((schema) => ({ properties: { v: schema } }));
  const alone = { properties: { v: { $ref: "#/$defs/Tree", required: ["more"] } }, $schema: old };
  let whole = 0;
  for (const input of [...inputs, alone]) {
    const schema = { type: "object", ...input, $defs: { Tree } };
    const checks = VALUES.map(async (v) => {
      const { flaws, isWhole } = checkArguments(schema, { v });
      const { verdict } = await validator.check(schema, { v });
      const expected = flaws.length > 0 ? "invalid" : isWhole ? "valid" : verdict;
      expect({ schema, v, flaws, verdict }).toEqual({ schema, v, flaws, verdict: expected });
      if (flaws.length > 0 || isWhole) whole += 1;
    });
    await Promise.all(checks);
  }
  expect(whole).toBeGreaterThan(300);
});

it("takes no time worth speaking of, whatever the schema is", () => {
  const endless = { anyOf: Array.from({ length: 1000 }, () => ({ $ref: "#/properties/way" })) };
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`name${at}`, {}]));
  let deep: object = {};
  for (let level = 0; level < 5000; level += 1) deep = { allOf: [deep] };
  const started = performance.now();
  for (const way of [endless, { $ref: "#/properties/way" }, deep]) {
    const schema = { type: "object", properties: { way } };
    expect(checkArguments(schema, { way: "x" })).toEqual({ flaws: [], isWhole: false });
  }
  const strict = { type: "object", properties: wide, additionalProperties: false };
  expect(told(strict, { nmae1: 1 })).toContain('Did you mean "name1"?');
  const runaway = { type: "object", properties: { a: { pattern: "^(a+)+$" } } };
  expect(checkArguments(runaway, { a: `${"a".repeat(40)}!` }).isWhole).toBe(false);
  expect(performance.now() - started).toBeLessThan(1500);
});
