import { describe, expect, test } from "vitest";
import { DIALECTS, type Dialect } from "../src/index.js";
import { parsed, validatorOfFile } from "./support/checking.js";

const validator = validatorOfFile();

const URIS: Readonly<Record<Dialect, string>> = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
};

test("V02: the dialects that are understood can be asked for, the default first", () => {
  expect(DIALECTS).toEqual(Object.keys(URIS));
});

test("V01: a schema without $schema is 2020-12", async () => {
  const schema = { prefixItems: [{ type: "string" }], items: { type: "number" } };
  expect(await validator.check(schema, ["a", 1])).toEqual({ verdict: "valid" });
  expect(await validator.check(schema, [1, "a"])).toMatchObject({
    verdict: "invalid",
    errors: [{ path: "/0" }, { path: "/1" }],
  });
});

// A keyword, a value that it allows and one that it does not, and the dialects that know it.
const KEYWORDS: readonly [string, object, unknown, unknown, readonly Dialect[]][] = [
  ["prefixItems", { prefixItems: [{ type: "string" }] }, ["a"], [1], ["2020-12"]],
  [
    "a $dynamicRef",
    { $dynamicAnchor: "node", properties: { child: { $dynamicRef: "#node" } }, required: ["n"] },
    { n: 1, child: { n: 2 } },
    { n: 1, child: {} },
    ["2020-12"],
  ],
  [
    "a $recursiveRef",
    { properties: { child: { $recursiveRef: "#" } }, required: ["n"] },
    { n: 1, child: { n: 2 } },
    { n: 1, child: {} },
    ["2019-09"],
  ],
  [
    "dependentRequired",
    { dependentRequired: { a: ["b"] } },
    { a: 1, b: 1 },
    { a: 1 },
    ["2020-12", "2019-09"],
  ],
  [
    "unevaluatedProperties",
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    { a: 1 },
    { b: 1 },
    ["2020-12", "2019-09"],
  ],
  ["minContains", { contains: { const: 1 }, minContains: 2 }, [1, 1], [1], ["2020-12", "2019-09"]],
  [
    "if",
    parsed('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }'),
    { a: 1, b: 1 },
    { a: 1 },
    ["2020-12", "2019-09", "draft-07"],
  ],
  ["dependencies", { dependencies: { a: ["b"] } }, { a: 1, b: 1 }, { a: 1 }, DIALECTS],
  ["propertyNames", { propertyNames: { maxLength: 1 } }, { a: 1 }, { aa: 1 }, DIALECTS],
  [
    "definitions",
    { definitions: { s: { type: "string" } }, additionalProperties: { $ref: "#/definitions/s" } },
    { a: "x" },
    { a: 1 },
    DIALECTS,
  ],
];

describe.each(DIALECTS)("V04: in %s", (dialect) => {
  test.each(KEYWORDS)(
    "%s counts where the dialect has it, and is ignored where not",
    async (_, keywords, right, wrong, known) => {
      const schema = { $schema: URIS[dialect], ...keywords };
      expect(await validator.check(schema, right)).toEqual({ verdict: "valid" });
      const verdict = known.includes(dialect) ? "invalid" : "valid";
      expect(await validator.check(schema, wrong)).toMatchObject({ verdict });
    },
  );
});

test.each([
  ["2020-12", "bad_schema"],
  ["2019-09", "invalid"],
  ["draft-07", "invalid"],
  ["draft-06", "invalid"],
] as const)("V04, V06: in %s, a list of schemas in items comes to %s", async (dialect, verdict) => {
  const schema = { $schema: URIS[dialect], items: [{ type: "string" }], additionalItems: false };
  expect(await validator.check(schema, ["a", "b"])).toMatchObject({ verdict });
});

test.each([
  ["2020-12", "invalid"],
  ["2019-09", "invalid"],
  ["draft-07", "valid"],
  ["draft-06", "valid"],
] as const)("V04: in %s, a keyword beside $ref makes it %s", async (dialect, verdict) => {
  const schema = {
    $schema: URIS[dialect],
    definitions: { s: { type: "string" } },
    properties: { a: { $ref: "#/definitions/s", maxLength: 1 } },
  };
  expect(await validator.check(schema, { a: "xx" })).toMatchObject({ verdict });
});

test.each(DIALECTS)(
  "V04: in %s, format says what is meant and refuses nothing",
  async (dialect) => {
    const schema = { $schema: URIS[dialect], format: "email" };
    expect(await validator.check(schema, "not an address")).toEqual({ verdict: "valid" });
  },
);

test.each([
  "http://json-schema.org/draft-07/schema",
  "https://json-schema.org/draft-07/schema#",
  "http://json-schema.org/draft-07/schema#",
])("L8: %s is draft-07 in any spelling", async ($schema) => {
  const schema = { $schema, type: "array", items: [{ type: "string" }] };
  expect(await validator.check(schema, ["a", 1])).toEqual({ verdict: "valid" });
  expect(await validator.check(schema, [1])).toMatchObject({ verdict: "invalid" });
});

test.each([
  "http://json-schema.org/draft-04/schema#",
  "http://json-schema.org/draft-03/schema#",
  "http://json-schema.org/schema#",
  "https://json-schema.org/draft/next/schema",
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "",
])("V05: the dialect %j is named as one that is not supported", async ($schema) => {
  expect(await validator.check({ $schema, type: "object" }, {})).toEqual({
    verdict: "unsupported_dialect",
    dialect: $schema,
    message: expect.stringContaining(JSON.stringify($schema)),
  });
});

test("V05: a schema of one dialect with a schema of another in it is not supported either", async () => {
  const schema = { properties: { a: { $schema: URIS["draft-07"], $id: "urn:a", items: [true] } } };
  expect(await validator.check(schema, {})).toMatchObject({
    verdict: "unsupported_dialect",
    dialect: URIS["draft-07"],
  });
});

test("V05: what a $schema is in data, and as the name of a property, says nothing of the dialect", async () => {
  const $schema = "http://json-schema.org/draft-04/schema#";
  const schema = {
    properties: { $schema: { const: $schema } },
    default: { $schema },
    const: { $schema },
  };
  expect(await validator.check(schema, { $schema })).toEqual({ verdict: "valid" });
});
