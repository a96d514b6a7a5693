import fc from "fast-check";
import { expect, test } from "vitest";
import { validatorOfFile } from "./support/checking.js";

const validator = validatorOfFile();

const names = fc.constantFrom("a", "b", "__proto__", "constructor", "$ref", "", "a/b~c");
const references = fc.constantFrom("#", "#/$defs/a", "#a", "urn:a", "a.json", "");

/** Objects made of the words of JSON Schema, about half of them right in their place. */
const { schema } = fc.letrec<{ schema: object; schemaOrOther: unknown }>((tie) => ({
  schemaOrOther: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    fc.jsonValue({ maxDepth: 2 }),
    tie("schema"),
  ),
  schema: fc.record(
    {
      $schema: fc.constantFrom(
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "urn:a",
      ),
      $id: references,
      $ref: references,
      $dynamicRef: references,
      $recursiveRef: references,
      $anchor: names,
      $dynamicAnchor: names,
      $async: fc.boolean(),
      id: names,
      nullable: fc.boolean(),
      type: fc.constantFrom("object", "array", "string", ["null", "integer"], "any"),
      enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
      pattern: fc.constantFrom("^a", "[\\w-.]", "(", ""),
      properties: fc.dictionary(names, tie("schemaOrOther"), { maxKeys: 3 }),
      items: tie("schemaOrOther"),
      not: tie("schemaOrOther"),
      anyOf: fc.array(tie("schemaOrOther"), { maxLength: 3 }),
      unevaluatedProperties: tie("schemaOrOther"),
      $defs: fc.dictionary(names, tie("schemaOrOther"), { maxKeys: 2 }),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
}));

test("whatever the schema and the value are, the check comes to a verdict", async () => {
  await fc.assert(
    fc.asyncProperty(schema, fc.jsonValue(), async (anySchema, value) => {
      const { verdict } = await validator.check({ ...anySchema }, value);
      expect(["valid", "invalid", "unsupported_dialect", "bad_schema", "too_complex"]).toContain(
        verdict,
      );
    }),
    { numRuns: 150 },
  );
});

test("a value is valid by exactly one of a schema and its negation", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (allowed, value) => {
      const one = await validator.check({ const: allowed }, value);
      const other = await validator.check({ not: { const: allowed } }, value);
      expect([one.verdict, other.verdict].sort()).toEqual(["invalid", "valid"]);
    }),
    { numRuns: 50 },
  );
});
