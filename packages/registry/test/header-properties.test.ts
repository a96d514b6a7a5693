import { isJsonObject, type JsonObject } from "@x/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { headerPlan } from "../src/index.js";
import { mirrored, schema } from "./header-fixtures.js";

test("H9: only what is a token of RFC 9110 is a header's name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3 }), (name) => {
      const isToken = name !== "" && [...name].every((character) => TCHAR.includes(character));
      const planning = headerPlan(schema({ a: mirrored(name) }));
      expect(planning.type).toBe(isToken ? "plan" : "problem");
    }),
  );
});

test("H9: whatever a schema is, its plan is what a plain reading of the rules gives", () => {
  fc.assert(
    fc.property(schemaLike(), (value) => {
      const read = { annotations: [] as string[], broken: false };
      readPlainly(value, [], read);
      const names = read.annotations.map((name) => name.toLowerCase());
      const isValid = !read.broken && new Set(names).size === names.length;
      const planning = headerPlan(value);
      expect(planning.type).toBe(isValid ? "plan" : "problem");
      if (planning.type === "plan") {
        expect(planning.plan.map(({ header }) => header).toSorted()).toEqual(
          read.annotations.map((name) => `Mcp-Param-${name}`).toSorted(),
        );
      }
    }),
    { numRuns: 200 },
  );
});

const TCHAR = `!#$%&'*+-.^_\`|~${"0123456789"}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** The rules as the specification lists them, one after the other; a path of `null` is no parameter. */
function readPlainly(
  value: unknown,
  path: readonly string[] | null,
  read: { annotations: string[]; broken: boolean },
): void {
  if (!isJsonObject(value)) return;
  const name = value["x-mcp-header"];
  if (name !== undefined) {
    const isPlaced = path !== null && path.length > 0;
    const isNamed = typeof name === "string" && /^[A-Za-z]+$/.test(name);
    const isTyped = ["string", "integer", "boolean"].includes(value["type"] as string);
    if (isPlaced && isNamed && isTyped) read.annotations.push(name);
    else read.broken = true;
  }
  for (const [key, member] of Object.entries(
    isJsonObject(value["properties"]) ? value["properties"] : {},
  )) {
    readPlainly(member, path === null ? null : [...path, key], read);
  }
  for (const keyword of ["items", "anyOf", "$defs"]) {
    const inner = value[keyword];
    const isOne = keyword === "items" && isJsonObject(inner);
    const schemas = isOne ? [inner] : Object.values((inner as object | undefined) ?? {});
    for (const member of schemas) readPlainly(member, null, read);
  }
}

/** Schemas that are annotated more often than not, rightly more often than not. */
function schemaLike(): fc.Arbitrary<JsonObject> {
  const keys = fc.constantFrom("a", "b", "x-mcp-header", "items", "__proto__");
  const { node } = fc.letrec<{ node: JsonObject }>((tie) => ({
    node: fc.record(
      {
        type: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom("string", "integer", "boolean") },
          { weight: 1, arbitrary: fc.constantFrom("number", "object", ["string"]) },
        ),
        "x-mcp-header": fc.oneof(
          {
            weight: 9,
            arbitrary: fc.string({
              unit: fc.constantFrom(..."aAbBcd"),
              minLength: 1,
              maxLength: 3,
            }),
          },
          { weight: 1, arbitrary: fc.constantFrom("", "a b", 1, null) },
        ),
        properties: fc.dictionary(keys, tie("node"), { maxKeys: 3, noNullPrototype: true }),
        items: fc.oneof(
          { weight: 3, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: tie("node") },
        ),
        anyOf: fc.array(fc.oneof(fc.constant({ type: "null" }), tie("node")), { maxLength: 1 }),
        $defs: fc.dictionary(keys, fc.constant({ type: "string" }), { maxKeys: 1 }),
        default: fc.constant({ items: { "x-mcp-header": "" }, "x-mcp-header": 7 }),
      },
      { requiredKeys: [] },
    ),
  }));
  return fc.dictionary(keys, node, { maxKeys: 3 }).map((properties) => schema(properties));
}
