import { expect, it } from "vitest";
import { signatureOf } from "../src/schema/signature.js";

const of = (properties: object, more: object = {}, outputSchema?: object): string =>
  signatureOf({
    name: "search",
    inputSchema: { type: "object", properties, ...more },
    ...(outputSchema === undefined ? {} : { outputSchema }),
  });

it("is a line with the types, what is optional, defaults, options and the result", () => {
  const properties = {
    limit: { type: "integer", default: 10 },
    order: { enum: ["asc", "desc"] },
    query: { type: "string" },
  };
  const hits = { type: "array", items: { type: "object", properties: { uri: {} } } };
  const output = { type: "object", properties: { hits }, required: ["hits"] };
  expect(of(properties, { required: ["query"] }, output)).toBe(
    'search(query: string, limit?: integer = 10, order?: "asc" | "desc") -> { hits: … }',
  );
  expect(of({})).toBe("search()");
});

it.each([
  [{ type: ["string", "null"] }, "string | null"],
  [{ anyOf: [{ type: "integer" }, { type: "null" }], default: null }, "integer | null = null"],
  [{ oneOf: [{ const: "a" }, { const: 1 }] }, '"a" | 1'],
  [{ type: "array", items: { type: "string" } }, "string[]"],
  [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  [{ type: "array" }, "any[]"],
  [{ type: "object" }, "object"],
  [{ type: "object", additionalProperties: { type: "number" } }, "{ [name]: number }"],
  [
    { type: "object", properties: { a: { type: "null" }, "b c": true }, required: ["a"] },
    '{ a: null, "b c"?: any }',
  ],
  [{ $ref: "#/$defs/Point" }, "{ x?: number }"],
  [{ $ref: "#/$defs/Nowhere" }, "any"],
  [{ $ref: "https://example.com/schema" }, "any"],
  [{ allOf: [{ type: "boolean" }] }, "boolean"],
  [{ type: "string", default: "x".repeat(100) }, `string = "${"x".repeat(40)}…"`],
  [{ default: { a: 1 } }, "any = {…}"],
  [{ enum: [] }, "never"],
  [{ type: "hologram" }, "any"],
  [true, "any"],
])("writes %j as %s", (schema, text) => {
  const $defs = { Point: { type: "object", properties: { x: { type: "number" } } } };
  expect(of({ a: schema }, { $defs })).toBe(`search(a?: ${text})`);
});

it("stays on one line that does nothing to a terminal, however wide, deep or endless the schemas are", () => {
  let deep: object = { type: "string" };
  for (let level = 0; level < 500; level += 1) {
    deep = { type: "object", properties: { inner: deep } };
  }
  const wide = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => [`${"n".repeat(50)}${at}`, { type: "string" }]),
  );
  const endless = { anyOf: Array.from({ length: 8 }, () => ({ $ref: "#/properties/endless" })) };
  const circle = { $ref: "#/properties/circle" };
  const options = { enum: Array.from({ length: 1000 }, (_, at) => "o".repeat(1000) + at) };
  const hostile = { ["a\u001b[2J\n\u202eb"]: { default: "\u001b[2J\u2028" } };
  const started = performance.now();
  for (const properties of [
    { deep },
    wide,
    { wide: { type: "object", properties: wide } },
    { endless },
    { circle },
    { options },
    hostile,
  ]) {
    const line = of(properties, {}, { type: "object", properties });
    expect(line.length).toBeLessThan(500);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u202e\u2028]/);
  }
  expect(performance.now() - started).toBeLessThan(1000);
});

it("leaves out what does not fit, and says so", () => {
  const properties = { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } };
  const inputSchema = { type: "object", properties, required: ["c"] };
  expect(signatureOf({ name: "t", inputSchema }, 30)).toBe("t(c: string, a?: string, …)");
});
