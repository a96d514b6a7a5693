import type { JsonObject } from "@x/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerInput } from "../src/index.js";
import { codeOf, context, formRequest, host, seen, submit } from "./fixtures.js";

/** What JSON Schema says of a value, straight from the schema: an oracle that knows no fields. */
function satisfies(schema: JsonObject, value: unknown): boolean {
  const { type } = schema;
  const options = schema["enum"] ?? consts(schema["oneOf"]);
  switch (type) {
    case "string":
      return (
        typeof value === "string" &&
        (options === undefined || (options as unknown[]).includes(value)) &&
        within([...value].length, schema["minLength"], schema["maxLength"])
      );
    case "number":
      return typeof value === "number" && within(value, schema["minimum"], schema["maximum"]);
    case "integer":
      return satisfies({ ...schema, type: "number" }, value) && (value as number) % 1 === 0;
    case "boolean":
      return value === true || value === false;
    case "array": {
      const items = schema["items"] as JsonObject;
      const allowed = (items["enum"] ?? consts(items["anyOf"])) as unknown[];
      return (
        Array.isArray(value) &&
        value.every((item) => allowed.includes(item)) &&
        within(value.length, schema["minItems"], schema["maxItems"])
      );
    }
    default:
      throw new Error(`The oracle knows no type ${String(type)}.`);
  }
}

function consts(options: unknown): unknown[] | undefined {
  return (options as { const: string }[] | undefined)?.map((option) => option.const);
}

function within(value: number, least: unknown, most: unknown): boolean {
  return !(value < Number(least ?? -Infinity)) && !(value > Number(most ?? Infinity));
}

function isAnswer(
  properties: JsonObject,
  required: readonly string[],
  content: JsonObject,
): boolean {
  return (
    required.every((name) => Object.hasOwn(content, name)) &&
    Object.entries(content).every(
      ([name, value]) =>
        Object.hasOwn(properties, name) && satisfies(properties[name] as JsonObject, value),
    )
  );
}

const word = fc.constantFrom("", "a", "b", "ab", "😀", "😀😀", "__proto__", "constructor");
const words = fc.array(word, { maxLength: 3 });
const titled = words.map((values) => values.map((value) => ({ const: value, title: "t" })));
const length = fc.integer({ min: -1, max: 3 });
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function some(members: { [name: string]: fc.Arbitrary<unknown> }, fixed: JsonObject) {
  return fc
    .record(members, { requiredKeys: [] })
    .map((given): JsonObject => ({ ...given, ...fixed }));
}

const property: fc.Arbitrary<JsonObject> = fc.oneof(
  some({ minLength: length, maxLength: length, default: word }, { type: "string" }),
  some({ minimum: number, maximum: number, default: number }, { type: "number" }),
  some({ minimum: number, maximum: number, default: number }, { type: "integer" }),
  some({ default: fc.boolean() }, { type: "boolean" }),
  words.chain((values) => some({ default: word }, { type: "string", enum: values })),
  titled.chain((options) => some({ default: word }, { type: "string", oneOf: options })),
  words.chain((values) =>
    some(
      { minItems: length, maxItems: length, default: words },
      { type: "array", items: { type: "string", enum: values } },
    ),
  ),
  titled.chain((options) =>
    some({ minItems: length, default: words }, { type: "array", items: { anyOf: options } }),
  ),
);

const value = fc.oneof(
  word,
  words,
  number,
  fc.boolean(),
  fc.constantFrom(null, {}, [], [1], Number.NaN, Infinity),
);

/** An object made of entries, so that `__proto__` is a member like any other. */
function object<T>(names: fc.Arbitrary<string>, values: fc.Arbitrary<T>) {
  return fc
    .array(fc.tuple(names, values), { maxLength: 4 })
    .map((entries): { [name: string]: T } => Object.fromEntries(entries));
}

const form = object(word, property).chain((properties) =>
  fc.record({
    properties: fc.constant(properties),
    required: fc.subarray(Object.keys(properties)),
    content: object(fc.oneof(word, fc.constantFrom(...Object.keys(properties), "a")), value),
  }),
);

test("L24: an answer is let through exactly where it satisfies the schema", async () => {
  let fitting = 0;
  await fc.assert(
    fc.asyncProperty(form, async ({ properties, required, content }) => {
      const outcome = await submit(formRequest(properties, { required }), content);
      const fits = isAnswer(properties, required, content);
      expect(codeOf(outcome)).toBe(fits && !hasNoJson(content) ? "answered" : "invalid_answer");
      if (fits) fitting += 1;
      if (outcome.type === "answered") expect(outcome.response["content"]).toEqual(content);
    }),
    { numRuns: 1000 },
  );
  expect(fitting).toBeGreaterThan(30);
});

/** Numbers that cannot be written down fit no schema. */
function hasNoJson(content: JsonObject): boolean {
  return Object.values(content).some((item) => typeof item === "number" && !Number.isFinite(item));
}

test("L09: what is filled in are exactly the defaults that satisfy their schemas", async () => {
  await fc.assert(
    fc.asyncProperty(form, async ({ properties, required }) => {
      const { defaults } = await seen(formRequest(properties, { required }));
      const fitting = Object.entries(properties).filter(
        ([, schema]) => "default" in schema && satisfies(schema, schema["default"]),
      );
      expect(Object.entries(defaults)).toEqual(
        fitting.map(([name, { default: at }]) => [name, at]),
      );
    }),
    { numRuns: 700 },
  );
});

test("whatever a server asks for, there is an outcome, and handlers see nothing that is not checked", async () => {
  const params = fc.record(
    {
      mode: fc.constantFrom("form", "url", "x", null),
      message: fc.oneof(fc.string(), fc.jsonValue()),
      requestedSchema: fc.oneof(fc.jsonValue(), fc.record({ properties: fc.jsonValue() })),
      url: fc.oneof(fc.webUrl(), fc.jsonValue()),
      messages: fc.jsonValue(),
      maxTokens: fc.jsonValue(),
      _meta: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const method = fc.constantFrom("elicitation/create", "sampling/createMessage", "roots/list", "x");
  await fc.assert(
    fc.asyncProperty(method, params, async (name, given) => {
      const { handlers, asked } = host();
      const outcome = await answerInput({ method: name, params: given }, handlers, context());
      const isAsked = outcome.type === "answered" || codeOf(outcome) === "invalid_answer";
      expect(asked).toHaveLength(isAsked ? 1 : 0);
    }),
  );
});
