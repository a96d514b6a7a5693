import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { answerInput, INPUT_LIMITS } from "../src/index.js";
import { codeOf, context, formRequest, host, seen, submit } from "./fixtures.js";

const BOX = { "1": { type: "string" } };

test("L07: an elicitation without a mode is a form", async () => {
  const { handlers, asked } = host();
  const outcome = await answerInput(formRequest({}), handlers, context());
  expect(outcome).toEqual({ type: "answered", response: { action: "accept", content: {} } });
  expect(asked).toMatchObject([{ message: "Who are you?", fields: [] }]);
});

test("a field of each kind is read, with titles from either form of options", async () => {
  const titled = [{ const: "r", title: "Red" }];
  const form = await seen(
    formRequest(
      {
        name: { type: "string", title: "Name", description: "Yours", minLength: 1, maxLength: 9 },
        mail: { type: "string", format: "email" },
        age: { type: "integer", minimum: 0, maximum: 150 },
        ratio: { type: "number" },
        agreed: { type: "boolean" },
        plain: { type: "string", enum: ["r", "g"] },
        older: { type: "string", enum: ["r", "g"], enumNames: ["Red"] },
        titled: { type: "string", oneOf: titled },
        many: { type: "array", items: { type: "string", enum: ["r"] }, minItems: 1, maxItems: 2 },
        manyTitled: { type: "array", items: { anyOf: titled } },
      },
      { required: ["name", "many"], $schema: "https://json-schema.org/draft/2020-12/schema" },
    ),
  );
  const plain = [
    { value: "r", title: "r" },
    { value: "g", title: "g" },
  ];
  const red = [{ value: "r", title: "Red" }];
  expect(form.fields).toEqual([
    {
      name: "name",
      isRequired: true,
      title: "Name",
      description: "Yours",
      type: "text",
      minLength: 1,
      maxLength: 9,
    },
    { name: "mail", isRequired: false, type: "text", format: "email" },
    { name: "age", isRequired: false, type: "integer", minimum: 0, maximum: 150 },
    { name: "ratio", isRequired: false, type: "number" },
    { name: "agreed", isRequired: false, type: "boolean" },
    { name: "plain", isRequired: false, type: "choice", options: plain },
    { name: "older", isRequired: false, type: "choice", options: [red[0], plain[1]] },
    { name: "titled", isRequired: false, type: "choice", options: red },
    {
      name: "many",
      isRequired: true,
      type: "choices",
      options: [plain[0]],
      minItems: 1,
      maxItems: 2,
    },
    { name: "manyTitled", isRequired: false, type: "choices", options: red },
  ]);
});

test("L09: defaults of every type are filled in where they fit, and left out where they do not", async () => {
  const colors = { type: "array", items: { type: "string", enum: ["r", "g"] } };
  const form = await seen(
    formRequest({
      name: { type: "string", default: "Ada" },
      short: { type: "string", minLength: 3, default: "" },
      count: { type: "integer", default: 3 },
      half: { type: "integer", default: 0.5 },
      ratio: { type: "number", maximum: 1, default: 2 },
      zero: { type: "number", default: 0 },
      no: { type: "boolean", default: false },
      color: { type: "string", oneOf: [{ const: "r", title: "Red" }], default: "r" },
      odd: { type: "string", enum: ["r"], default: "blue" },
      colors: { ...colors, default: ["g", "r"] },
      none: { ...colors, default: [] },
      many: { ...colors, maxItems: 1, default: ["g", "r"] },
    }),
  );
  const fitting = { name: "Ada", count: 3, zero: 0, no: false, color: "r", colors: ["g", "r"] };
  expect(form.defaults).toEqual({ ...fitting, none: [] });
});

test("nothing is added to what the user submits, not even a default", async () => {
  const request = formRequest({ name: { type: "string", default: "Ada" } });
  expect(await submit(request, {})).toMatchObject({ response: { content: {} } });
});

test.each<[string, JsonObject]>([
  ["message is missing", { requestedSchema: { type: "object", properties: {} } }],
  ["requestedSchema is missing", { message: "m" }],
  ["schema is not of an object", { message: "m", requestedSchema: { properties: {} } }],
  ["schema has no properties", { message: "m", requestedSchema: { type: "object" } }],
  ["mode is another", { mode: "voice", message: "m" }],
  ["mode is no string", { mode: 1, message: "m" }],
])("L25: a form whose %s is refused before anybody sees it", async (_, params) => {
  const { handlers, asked } = host();
  const outcome = await answerInput({ method: "elicitation/create", params }, handlers, context());
  expect(outcome).toMatchObject({ type: "refused", problem: { code: "invalid_request" } });
  expect(asked).toEqual([]);
});

test.each<[string, unknown]>([
  ["is an object", { type: "object", properties: BOX }],
  ["is an array of objects", { type: "array", items: { type: "object" } }],
  ["is an array of any strings", { type: "array", items: { type: "string" } }],
  ["is an array of nothing in particular", { type: "array" }],
  ["has two types", { type: ["string", "null"] }],
  ["has no type", { anyOf: [{ type: "string" }] }],
  ["is null", { type: "null" }],
  ["is no schema", true],
  ["has a format that there is not", { type: "string", format: "password" }],
  ["has options that are no strings", { type: "string", enum: [1] }],
  ["has options without titles", { type: "string", oneOf: [{ const: "a" }] }],
  ["has its options twice", { type: "string", enum: ["a"], oneOf: [] }],
  ["has a bound that is no number", { type: "number", minimum: "1" }],
  ["has an endless bound", JSON.parse('{"type":"number","maximum":1e999}')],
  ["has a title that is no string", { type: "string", title: 1 }],
  ["has a default of another type", { type: "string", default: 1 }],
])("L25: a form with a field that %s is refused, and the field is named", async (_, property) => {
  const outcome = await submit(formRequest({ fine: { type: "string" }, odd: property }), {});
  expect(outcome).toMatchObject({
    type: "refused",
    problem: { code: "invalid_request", field: "odd", fault: "remote", rpcCode: -32602 },
  });
});

test.each([["name"], ["x", "fine"], [1], "fine"])(
  "L25: required %j is refused",
  async (required) => {
    const outcome = await submit(formRequest({ fine: { type: "string" } }, { required }), {});
    expect(codeOf(outcome)).toBe("invalid_request");
  },
);

test("a pattern is not run, and members that no form has are not looked at", async () => {
  const name = { type: "string", pattern: "^(a+)+$", examples: [{}], exclusiveMinimum: "x" };
  const request = formRequest({ name }, { additionalProperties: false, allOf: [1] });
  const outcome = await submit(request, { name: `${"a".repeat(40)}!` });
  expect(codeOf(outcome)).toBe("answered");
});

test("there is a bound on fields, options and texts of a form", async () => {
  const { fields, options, text } = INPUT_LIMITS;
  const box = { type: "boolean" };
  const boxes = (count: number) =>
    formRequest(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, box])));
  const texts = (length: number) => formRequest({ a: { ...box, title: "t".repeat(length) } });
  const named = (length: number) => formRequest({ ["n".repeat(length)]: box });
  const choices = (count: number) => ({ type: "string", enum: new Array(count).fill("o") });
  const chosen = (count: number) => formRequest({ a: choices(count), b: choices(1) });
  const said = (length: number) => ({
    method: "elicitation/create",
    params: { ...formRequest({}).params, message: "m".repeat(length) },
  });
  expect(codeOf(await submit(boxes(fields), {}))).toBe("answered");
  expect(codeOf(await submit(boxes(fields + 1), {}))).toBe("limit_exceeded");
  expect(codeOf(await submit(chosen(options - 1), {}))).toBe("answered");
  expect(codeOf(await submit(chosen(options), {}))).toBe("limit_exceeded");
  for (const of of [texts, named, said]) {
    expect(codeOf(await submit(of(text), {}))).toBe("answered");
    expect(codeOf(await submit(of(text + 1), {}))).toBe("limit_exceeded");
  }
});
