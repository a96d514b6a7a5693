import { expect, test } from "vitest";
import { headerPlan } from "../src/index.js";
import { mirrored, planned, schema } from "./header-fixtures.js";

test.each<[string, unknown]>([
  ["empty", ""],
  ["a number", 7],
  ["null", null],
  ["an object", {}],
  ["a list of names", ["Region"]],
  ["two words", "My Region"],
  ["a name and a colon", "Region:Primary"],
  ["not ASCII", "Région"],
  ["a name and a tab", "Region\t1"],
  ["a name and a line feed", "Region\n"],
  ["a second header", "A\r\nAuthorization"],
  ["a name and a DEL", "Region\u007f"],
  ["a quoted string", '"Region"'],
  ["longer than 256 characters", "x".repeat(257)],
])("H9: an x-mcp-header that is %s makes a tool invalid", (_, name) => {
  expect(planned(headerPlan(schema({ fine: mirrored("Fine"), region: mirrored(name) })))).toBe(
    "name_invalid",
  );
});

test.each<[string, unknown]>([
  ["number", "number"],
  ["object", "object"],
  ["array", "array"],
  ["null", "null"],
  ["absent", undefined],
  ["a string or null", ["string", "null"]],
  ["a list of one", ["string"]],
  ["in another case", "String"],
  ["a schema", { type: "string" }],
])("H9: an x-mcp-header on a parameter whose type is %s makes a tool invalid", (_, type) => {
  const one = type === undefined ? { "x-mcp-header": "A" } : mirrored("A", type);
  expect(planned(headerPlan(schema({ a: one })))).toBe("type_invalid");
});

test.each([
  ["in the same case", { a: mirrored("Region"), b: mirrored("Region") }],
  ["in another case", { a: mirrored("MyField"), b: mirrored("myfield", "integer") }],
  ["at another depth", { a: { properties: { b: mirrored("A") } }, b: mirrored("a") }],
])("H9: the same x-mcp-header %s on two parameters makes a tool invalid", (_, properties) => {
  expect(planned(headerPlan(schema(properties)))).toBe("duplicate");
});

/** Written with its keyword apart, for the linter's sake: `then` is one. */
const under = (keyword: string, it: object): object => ({ if: true, [keyword]: it });

const PLACES: readonly (readonly [string, (annotated: object) => object])[] = [
  ["items", (it) => ({ properties: { list: { type: "array", items: it } } })],
  ["items as a list", (it) => ({ properties: { list: { items: [true, it] } } })],
  ["prefixItems", (it) => ({ properties: { list: { prefixItems: [it] } } })],
  ["additionalItems", (it) => ({ properties: { list: { additionalItems: it } } })],
  ["unevaluatedItems", (it) => ({ properties: { list: { unevaluatedItems: it } } })],
  ["contains", (it) => ({ properties: { list: { contains: it } } })],
  ["allOf", (it) => ({ allOf: [{ properties: { a: it } }] })],
  ["anyOf", (it) => ({ properties: { a: { anyOf: [it, { type: "null" }] } } })],
  ["oneOf", (it) => ({ oneOf: [{}, { properties: { a: it } }] })],
  ["not", (it) => ({ not: { properties: { a: it } } })],
  ["if", (it) => ({ if: { properties: { a: it } } })],
  ["then", (it) => under("then", { properties: { a: it } })],
  ["else", (it) => ({ if: true, else: { properties: { a: it } } })],
  ["$defs", (it) => ({ $defs: { a: it } })],
  ["definitions", (it) => ({ definitions: { a: it } })],
  ["patternProperties", (it) => ({ patternProperties: { "^a": it } })],
  ["additionalProperties", (it) => ({ additionalProperties: it })],
  ["unevaluatedProperties", (it) => ({ unevaluatedProperties: it })],
  ["propertyNames", (it) => ({ propertyNames: it })],
  ["dependentSchemas", (it) => ({ dependentSchemas: { a: { properties: { b: it } } } })],
  ["dependencies", (it) => ({ dependencies: { a: { properties: { b: it } }, c: ["a"] } })],
  ["contentSchema", (it) => ({ properties: { a: { contentSchema: it } } })],
  ["$ref to $defs", (it) => ({ properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: it } })],
  [
    "$ref to where only the reference makes it a schema",
    (it) => ({ properties: { a: { $ref: "#/shared/a~1b%20c~0/0" } }, shared: { "a/b c~": [it] } }),
  ],
  [
    "$ref from what is itself only referenced",
    (it) => ({ allOf: [{ $ref: "#/x/a" }], x: { a: { not: { $ref: "#/x/b" } }, b: it } }),
  ],
];

test.each(PLACES)("H9: an x-mcp-header under %s makes a tool invalid", (_, place) => {
  const around = (it: object) => ({ ...place(it), type: "object" });
  expect(planned(headerPlan(around(mirrored())))).toBe("misplaced");
  expect(planned(headerPlan(around({ properties: { a: mirrored() } })))).toBe("misplaced");
  // A parameter of that name in the same place is none.
  expect(planned(headerPlan(around({ properties: { "x-mcp-header": true } })))).toEqual([]);
});

test("H9: an x-mcp-header on the arguments as a whole makes a tool invalid", () => {
  expect(planned(headerPlan({ ...schema({}), "x-mcp-header": "All" }))).toBe("misplaced");
});

test("however many references lead into one place, it is gone through once", () => {
  const visits = (references: number) => {
    let count = 0;
    const ownKeys = () => {
      count += 1;
      return [];
    };
    const levels = Array.from({ length: references }, (_, at) => "/not".repeat(at));
    const shared = levels.reduce<object>((inner) => ({ not: inner }), new Proxy({}, { ownKeys }));
    const allOf = levels.flatMap((level) => [{ $ref: `#/x${level}` }, { $ref: `#/%78${level}` }]);
    headerPlan(schema({ a: mirrored() }, { allOf, x: shared }));
    return count;
  };
  expect(visits(100)).toBe(visits(1));
});

test.each<[object, string]>([
  [
    { properties: { "a.b": { properties: { c: mirrored("My Region") } } } },
    'the x-mcp-header of its parameter "a.b.c" is not the name of an HTTP header: "My Region"',
  ],
  [{ properties: { a: mirrored("") } }, 'the x-mcp-header of its parameter "a" is empty'],
  [
    { properties: { a: mirrored("A", "number") } },
    'its parameter "a" asks for a header, but its type is not one of string, integer and boolean',
  ],
  [
    { properties: { a: mirrored("A"), b: mirrored("a") } },
    'its parameters "a" and "b" ask for the same header, "Mcp-Param-a"',
  ],
  [
    { properties: { "a/b": { items: [mirrored()] } } },
    'its x-mcp-header at "#/properties/a~1b/items/0" is not on a parameter that "properties" alone lead to',
  ],
  [
    { $ref: "#/x/y", x: { y: { not: mirrored() } } },
    'its x-mcp-header at "#/x/y/not" is not on a parameter that "properties" alone lead to',
  ],
])("the problem of %j is said in words that complete a sentence", (more, detail) => {
  expect(headerPlan({ type: "object", ...more })).toMatchObject({ type: "problem", detail });
});

test("what a server wrote is cut and escaped before it is in a sentence", () => {
  const name = `\u001b[2J${"x".repeat(100_000)}`;
  for (const it of [
    schema({ [name]: mirrored(name) }),
    schema({ [name]: { items: mirrored() } }),
  ]) {
    const planning = headerPlan(it);
    const detail = planning.type === "problem" ? planning.detail : "";
    expect(detail).toContain("\\u001b[2J");
    expect(detail.length).toBeLessThan(600);
  }
});
