import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { headerPlan } from "../src/index.js";
import { mirrored, planned, schema } from "./header-fixtures.js";

test("a parameter with x-mcp-header is planned as Mcp-Param-, in the case the server wrote", () => {
  const properties = {
    region: mirrored("Region"),
    limit: mirrored("max-rows", "integer"),
    dry: mirrored("DRY", "boolean"),
    query: { type: "string" },
  };
  expect(planned(headerPlan(schema(properties)))).toEqual([
    "Mcp-Param-Region: region (string)",
    "Mcp-Param-max-rows: limit (integer)",
    "Mcp-Param-DRY: dry (boolean)",
  ]);
});

test("a parameter nested in objects is planned with its whole path, whatever they allow", () => {
  const inner = { properties: { region: mirrored(), "a/b~c": mirrored("Other") } };
  const properties = { where: { type: ["object", "null"], properties: { at: inner } } };
  expect(planned(headerPlan(schema(properties)))).toEqual([
    "Mcp-Param-Region: where > at > region (string)",
    "Mcp-Param-Other: where > at > a/b~c (string)",
  ]);
});

test("schemas without annotations share one empty plan", () => {
  const one = headerPlan(schema({ region: { type: "string" } }));
  const named = headerPlan(schema({ "x-mcp-header": { type: "string" } }));
  expect(planned(one)).toEqual([]);
  expect(headerPlan({ type: "object" })).toBe(one);
  expect(named).toBe(one);
});

test("every character of a token may be in a header's name", () => {
  const token = "!#$%&'*+-.^_`|~09azAZ";
  for (const name of [token, "x", "x".repeat(256), "__proto__", "Method"]) {
    expect(planned(headerPlan(schema({ a: mirrored(name) })))).toEqual([
      `Mcp-Param-${name}: a (string)`,
    ]);
  }
});

test.each([
  ["enum", { enum: [mirrored("")] }],
  ["const", { const: mirrored("") }],
  ["default", { default: { properties: { a: mirrored("") } } }],
  ["examples", { examples: [mirrored(""), { items: mirrored("") }] }],
  ["an unknown keyword", { "x-vendor": { items: mirrored("") }, discriminator: mirrored("") }],
  ["what should be a list of names", { required: [mirrored("")] }],
  ["a properties that is a list", { properties: [mirrored("")] }],
  ["a $ref that leads out of the document", { $ref: "https://example.com/#/x", x: mirrored("") }],
  ["a $ref that leads nowhere", { $ref: "#/y/%zz/__proto__", y: [mirrored("")] }],
])("what looks like an annotation in %s is data", (_, more) => {
  expect(planned(headerPlan(schema({ a: more, region: mirrored() }, more)))).toEqual(
    "properties" in more ? [] : ["Mcp-Param-Region: region (string)"],
  );
});

test("a parameter stays one where a $ref leads to it, or stands beside its annotation", () => {
  const properties = {
    region: mirrored(),
    same: { $ref: "#/properties/region" },
    other: { $ref: "#/$defs/plain", ...mirrored("Other") },
  };
  const planning = headerPlan(schema(properties, { $defs: { plain: { minLength: 1 } } }));
  expect(planned(planning)).toEqual([
    "Mcp-Param-Region: region (string)",
    "Mcp-Param-Other: other (string)",
  ]);
});

test("names that objects have by themselves are parameters like any other", () => {
  const text = `{ "type": "object", "properties": {
    "__proto__": { "type": "string", "x-mcp-header": "Proto" },
    "constructor": { "type": "object", "properties": {
      "prototype": { "type": "string", "x-mcp-header": "Prototype" }
    } },
    "x-mcp-header": { "type": "string", "x-mcp-header": "Self" }
  } }`;
  expect(planned(headerPlan(JSON.parse(text) as JsonObject))).toEqual([
    "Mcp-Param-Proto: __proto__ (string)",
    "Mcp-Param-Self: x-mcp-header (string)",
    "Mcp-Param-Prototype: constructor > prototype (string)",
  ]);
  expect(Object.prototype).not.toHaveProperty("x-mcp-header");
});

test("a tool may ask for 100 headers", () => {
  const many = (count: number) =>
    schema(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, mirrored(`H${at}`)])));
  expect(planned(headerPlan(many(100)))).toHaveLength(100);
  expect(planned(headerPlan(many(101)))).toBe("too_many");
});

test.each(["properties", "items", "allOf", "default"])(
  "a schema nested more than 512 levels deep under %s is a problem, annotated or not",
  (keyword) => {
    const nested = (levels: number, innermost: object): JsonObject => {
      let value: object = innermost;
      for (let level = 1; level < levels; level += keyword === "items" ? 1 : 2) {
        if (keyword === "items") {
          value = { items: value };
        } else {
          value = keyword === "allOf" ? { allOf: [value] } : { [keyword]: { a: value } };
        }
      }
      return value as JsonObject;
    };
    expect(planned(headerPlan(nested(511, {})))).toEqual([]);
    for (const levels of [513, 100_001]) {
      expect(planned(headerPlan(nested(levels, {})))).toBe("too_deep");
      expect(planned(headerPlan(nested(levels, mirrored())))).toBe("too_deep");
      expect(planned(headerPlan({ ...mirrored(), ...nested(levels, {}) }))).toBe("too_deep");
    }
  },
);
