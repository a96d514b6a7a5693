import { describe, expect, test } from "vitest";
import { draftsOf, fieldsOfSchema, fill } from "../src/page/field.js";

/** The field of a schema's one property. */
function fieldOf(property: object, required: readonly string[] = []) {
  return fieldsOfSchema({ type: "object", properties: { one: property }, required });
}

/** What comes of typing this into it. */
function typed(property: object, text: string) {
  return fill(fieldOf(property), { one: text });
}

describe("the fields of a tool's form", () => {
  test.each([
    ["an enum of texts", { enum: ["a", ""] }, ["a", '""'], ["a", ""]],
    [
      "an enum of anything",
      { enum: [1, "1", null, { a: [2] }] },
      ["1", "1", "null", '{"a":[2]}'],
      [1, "1", null, { a: [2] }],
    ],
    ["one constant", { const: "v2" }, ["v2"], ["v2"]],
  ])("%s is a choice of exactly these", (_, property, titles, values) => {
    const [field] = fieldOf(property);
    expect(field).toMatchObject({ kind: "choice" });
    expect(field?.options.map(({ title }) => title)).toEqual(titles);
    expect(values.map((__, at) => typed(property, String(at)).values)).toEqual(
      values.map((one) => ({ one })),
    );
    expect(typed(property, "")).toEqual({ values: {}, problems: [] });
  });

  test("a constant that is required is chosen from the start, another one is not", () => {
    const property = { const: 7 };
    expect(fill(fieldOf(property, ["one"]), {})).toEqual({ values: { one: 7 }, problems: [] });
    expect(fill(fieldOf(property), {})).toEqual({ values: {}, problems: [] });
  });

  test("a default is what the form has from the start", () => {
    const start = (property: object): object => fill(fieldOf(property, ["one"]), {}).values;
    expect(start({ enum: ["a", "b"], default: "b" })).toEqual({ one: "b" });
    expect(start({ type: "integer", default: 3 })).toEqual({ one: 3 });
    expect(start({ type: "boolean", default: true })).toEqual({ one: true });
    expect(start({ type: "array", default: [1] })).toEqual({ one: [1] });
  });

  test.each([
    ["integer", "3", 3],
    ["integer", " -3e2 ", -300],
    ["number", "3.5", 3.5],
    ["number", ".5", 0.5],
  ])("of a field for %s, %j is a value", (type, text, one) => {
    expect(typed({ type }, text)).toEqual({ values: { one }, problems: [] });
  });

  test.each([
    ["integer", "3.5", "one is not a whole number."],
    ["number", "0x10", "one is not a number."],
    ["number", "1e999", "one is not a number."],
    ["integer", "three", "one is not a number."],
    ["object", "{", "one is not JSON."],
  ])("of a field for %s, %j is told to be wrong", (type, text, problem) => {
    expect(typed({ type }, text)).toEqual({ values: {}, problems: [problem] });
  });

  test("what is written as JSON comes with the schema that it has to fit", () => {
    const property = { type: "object", properties: { deep: { enum: [1, 2] } } };
    const [field] = fieldOf(property);
    expect(field?.kind).toBe("json");
    expect(JSON.parse(field?.schema ?? "")).toEqual(property);
    expect(fieldOf({})[0]).not.toHaveProperty("schema");
  });

  test("one field that is wrong costs the others nothing", () => {
    const fields = fieldsOfSchema({
      properties: { a: { type: "string" }, b: { type: "array" }, c: { type: "number" } },
    });
    expect(fill(fields, { a: "x", b: "[", c: "1" })).toEqual({
      values: { a: "x", c: 1 },
      problems: ["b is not JSON."],
    });
  });

  test("a member that is called __proto__ is a member", () => {
    const fields = fieldsOfSchema(
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
    );
    const drafts = JSON.parse('{"__proto__":"p","constructor":"c"}');
    expect(JSON.stringify(fill(fields, drafts).values)).toBe('{"__proto__":"p","constructor":"c"}');
  });
});

describe("what was written as JSON", () => {
  const fields = fieldsOfSchema({
    properties: {
      text: { type: "string" },
      count: { type: "integer" },
      sure: { type: "boolean" },
      size: { enum: ["s", 2] },
      more: { type: "object" },
    },
  });

  test("is in the form afterwards, and gives the same again", () => {
    const values = { text: "x", count: 2, sure: true, size: 2, more: { a: [1] } };
    const { drafts, lost } = draftsOf(fields, values);
    expect(lost).toEqual([]);
    expect(fill(fields, drafts)).toEqual({ values, problems: [] });
  });

  test("a tick that is there by default is not taken away where nothing was written of it", () => {
    const usual = fieldsOfSchema({ properties: { on: { type: "boolean", default: true } } });
    const back = (values: { readonly [name: string]: unknown }): object =>
      fill(usual, draftsOf(usual, values).drafts).values;
    expect(back({})).toEqual({});
    expect(back({ on: false })).toEqual({ on: false });
  });

  test("is told where the form has no place for it", () => {
    const values = { text: "two\nlines", count: "2", sure: 1, size: 3, other: 1 };
    expect(draftsOf(fields, values).lost.toSorted()).toEqual([
      "count",
      "other",
      "size",
      "sure",
      "text",
    ]);
  });
});
