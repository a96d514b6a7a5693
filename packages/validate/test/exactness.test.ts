import { expect, test } from "vitest";
import { parsed, validatorOfFile } from "./support/checking.js";

const validator = validatorOfFile();
const DRAFT_07 = "http://json-schema.org/draft-07/schema#";

// What a schema says as JSON, a value that it allows, and one that it does not.
const CASES: readonly [string, string, string, string][] = [
  [
    "a property called __proto__ is checked like others",
    '{ "properties": { "__proto__": { "type": "string" } }, "additionalProperties": false }',
    '{ "__proto__": "x" }',
    '{ "__proto__": 1 }',
  ],
  [
    "__proto__ is a property that nobody allowed",
    '{ "additionalProperties": false }',
    "{}",
    '{ "__proto__": {} }',
  ],
  [
    "__proto__ is required of the value itself",
    '{ "required": ["__proto__"] }',
    '{ "__proto__": null }',
    "{}",
  ],
  [
    "constructor and toString are required of the value itself",
    '{ "required": ["constructor", "toString"] }',
    '{ "constructor": 1, "toString": 1 }',
    "{}",
  ],
  [
    "what every object inherits is not checked",
    '{ "properties": { "toString": { "type": "string" } } }',
    "{}",
    '{ "toString": 1 }',
  ],
  [
    "nullable, which is not JSON Schema, allows no null",
    '{ "properties": { "a": { "type": "string", "nullable": true } } }',
    '{ "a": "x" }',
    '{ "a": null }',
  ],
  [
    "nullable without type harms nothing",
    '{ "properties": { "a": { "maxLength": 1, "nullable": true } } }',
    '{ "a": "x" }',
    '{ "a": "xx" }',
  ],
  [
    "nullable is a property like others",
    '{ "properties": { "nullable": { "type": "string" } } }',
    '{ "nullable": "x" }',
    '{ "nullable": true }',
  ],
  ["$async does not make everything valid", '{ "$async": true, "type": "string" }', '"x"', "1"],
  ["the id of draft-04 is no keyword", '{ "id": "urn:x", "type": "string" }', '"x"', "1"],
  [
    "an unknown keyword is none",
    '{ "x-order": 1, "discriminator": { "propertyName": "a" }, "type": "string" }',
    '"x"',
    "1",
  ],
  [
    "an enum without values allows none",
    '{ "properties": { "a": { "enum": [] } } }',
    "{}",
    '{ "a": 1 }',
  ],
  ["a pattern counts characters, not code units", '{ "pattern": "^.$" }', '"\u{1f600}"', '"ab"'],
  [
    "a pattern that is wrong with the flag u is read without",
    '{ "pattern": "^[\\\\w-.]+$" }',
    '"a-b.c"',
    '"a b"',
  ],
  [
    "a $ref to an anchor of the root is followed",
    '{ "$anchor": "top", "properties": { "a": { "$ref": "#top" } }, "type": "object" }',
    '{ "a": {} }',
    '{ "a": 1 }',
  ],
  [
    "a $ref to what only a $ref makes a schema is followed",
    '{ "components": { "s": { "type": "string", "nullable": true } }, "additionalProperties": { "$ref": "#/components/s" } }',
    '{ "a": "x" }',
    '{ "a": null }',
  ],
  [
    "a $dynamicRef beside a $ref counts as well",
    '{ "$ref": "#/$defs/a", "$dynamicRef": "#b", "$defs": { "a": { "minimum": 1 }, "b": { "$dynamicAnchor": "b", "maximum": 2 } } }',
    "1",
    "3",
  ],
  [
    "beside $ref, $id counts for nothing in draft-07",
    `{ "$schema": "${DRAFT_07}", "definitions": { "s": { "type": "string" } }, "properties": { "a": { "$id": "http://example.com/a/", "$ref": "#/definitions/s" } } }`,
    '{ "a": "x" }',
    '{ "a": 1 }',
  ],
];

test.each(CASES)("%s", async (_, schema, right, wrong) => {
  expect(await validator.check(parsed(schema), JSON.parse(right))).toEqual({ verdict: "valid" });
  expect(await validator.check(parsed(schema), JSON.parse(wrong))).toMatchObject({
    verdict: "invalid",
  });
});

// Names of what objects inherit, and of what libraries that compare objects ask them for.
const ODD = ["valueOf", "toString", "constructor", "hasOwnProperty", "__proto__", "toJSON", "then"];

test.each(ODD)("values with a member %s are compared like others", async (name) => {
  const odd = (inner: string) => JSON.parse(`{ "${name}": ${inner} }`) as object;
  for (const inner of ["1", '"x"', "null", "{}", "[1]"]) {
    for (const schema of [
      { const: odd(inner) },
      { enum: [0, odd(inner)] },
      { items: { const: odd(inner) }, uniqueItems: true },
    ]) {
      const value = "items" in schema ? [odd(inner)] : odd(inner);
      expect(await validator.check(schema, value)).toEqual({ verdict: "valid" });
      const others = "items" in schema ? [[odd(inner), odd(inner)], [odd("2")]] : [odd("2"), {}, 1];
      for (const other of others) {
        expect(await validator.check(schema, other)).toMatchObject({ verdict: "invalid" });
      }
    }
  }
});

test.each([
  ["[1, 2, 1]", "invalid"],
  ['[{ "a": 1, "b": 2 }, 0, { "b": 2, "a": 1 }]', "invalid"],
  ['[{ "a": 1, "b": 2 }, { "a": 2, "b": 1 }, { "b": 1, "a": 2 }, { "b": 2, "a": 3 }]', "invalid"],
  ['[1, "1", true, "true", null, "null", [], {}, [[]], 0, false, ""]', "valid"],
])("the items of %s being unique is %s", async (value, verdict) => {
  expect(await validator.check({ uniqueItems: true }, JSON.parse(value))).toMatchObject({
    verdict,
  });
  expect(await validator.check({ uniqueItems: false }, JSON.parse(value))).toEqual({
    verdict: "valid",
  });
});

test("no schema and no value changes what objects inherit", async () => {
  const text =
    '{ "__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } } }';
  await validator.check(parsed(text), parsed(text));
  await validator.check(
    { default: parsed(text), properties: parsed('{ "__proto__": { "default": 1 } }') },
    parsed(text),
  );
  expect(await validator.check({ required: ["polluted"] }, {})).toMatchObject({
    verdict: "invalid",
  });
  expect("polluted" in {}).toBe(false);
});

test.each([
  [
    "a $dynamicRef with two anchors of its name",
    {
      $ref: "#/$defs/a",
      $defs: {
        a: { $id: "urn:a", $dynamicAnchor: "n", not: { $dynamicRef: "#n" } },
        b: { $id: "urn:b", $dynamicAnchor: "n" },
      },
    },
  ],
  ["unevaluatedItems where contains is", { contains: { const: 1 }, unevaluatedItems: false }],
  [
    "unevaluatedItems beside a choice",
    { anyOf: [{ items: { type: "string" } }, true], unevaluatedItems: { type: "boolean" } },
  ],
  [
    "an if without then where properties count as evaluated",
    { if: { properties: { a: true } }, unevaluatedProperties: false },
  ],
])("%s gets no verdict that may be wrong", async (_, schema) => {
  expect(await validator.check(schema, [])).toEqual({
    verdict: "too_complex",
    of: "schema",
    message: expect.stringContaining("cannot be followed"),
  });
});

test("a $recursiveRef that can lead to several roots gets no verdict that may be wrong", async () => {
  const $schema = "https://json-schema.org/draft/2019-09/schema";
  const inner = { $id: "urn:inner", not: { $recursiveRef: "#" } };
  const schema = { $schema, $recursiveAnchor: true, $defs: { inner }, $ref: "#/$defs/inner" };
  expect(await validator.check(schema, 1)).toMatchObject({ verdict: "too_complex", of: "schema" });
});
