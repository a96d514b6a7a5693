import { expect, test } from "vitest";
import { ValidateError } from "../src/index.js";
import { validatorOfFile } from "./support/checking.js";

const validator = validatorOfFile();

const WEATHER = {
  type: "object",
  properties: { temperature: { type: "number" }, "a/b~c": { items: { type: "string" } } },
  required: ["temperature"],
  additionalProperties: false,
};

function holdsItself(): object {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}

test("a value that its schema describes is valid", async () => {
  expect(await validator.check(WEATHER, { temperature: 22.5 })).toEqual({ verdict: "valid" });
});

test("every violation is told, with a JSON Pointer to its place and what is wanted there", async () => {
  const verdict = await validator.check(WEATHER, { "a/b~c": ["x", 1], wind: 3 });
  expect(verdict).toEqual({
    verdict: "invalid",
    errors: [
      { path: "", message: expect.stringContaining("'temperature'") },
      { path: "", message: expect.stringContaining('"wind"') },
      { path: "/a~1b~0c/1", message: expect.stringContaining("string") },
    ],
  });
});

test("values that were allowed are named", async () => {
  const schema = { properties: { a: { enum: ["on", "off"] }, b: { const: 7 } } };
  const verdict = await validator.check(schema, { a: "up", b: 8 });
  expect(verdict).toMatchObject({
    errors: [
      { path: "/a", message: expect.stringContaining('["on","off"]') },
      { path: "/b", message: expect.stringContaining("7") },
    ],
  });
});

test.each([null, true, 0, "", [], {}])("%j can be checked like any other value", async (value) => {
  expect(await validator.check({ const: value }, value)).toEqual({ verdict: "valid" });
  expect(await validator.check({ not: { const: value } }, value)).toMatchObject({
    verdict: "invalid",
  });
});

test("no more than 10 violations are told", async () => {
  const verdict = await validator.check({ items: { type: "string" } }, new Array(1_000).fill(1));
  expect(verdict.verdict === "invalid" && verdict.errors.length).toBe(10);
});

test("messages have at most 200 characters, however long the schema's words are", async () => {
  const long = "x".repeat(5_000);
  const schema = { required: [long], properties: { a: { pattern: long }, b: { const: long } } };
  const verdict = await validator.check(schema, { a: "", b: "" });
  expect(verdict).toMatchObject({ verdict: "invalid", errors: { length: 3 } });
  for (const { message } of verdict.verdict === "invalid" ? verdict.errors : []) {
    expect(message.length).toBeLessThanOrEqual(200);
  }
});

test("a path that is too long leads to what holds the place", async () => {
  const key = "k".repeat(90);
  const schema = {
    $ref: "#/$defs/node",
    $defs: { node: { properties: { [key]: { $ref: "#" } }, not: { required: ["end"] } } },
  };
  const verdict = await validator.check(schema, { [key]: { [key]: { [key]: { end: 1 } } } });
  expect(verdict).toMatchObject({ errors: [{ path: `/${key}/${key}` }] });
});

test("a value is checked as JSON would be written of it", async () => {
  const schema = { properties: { at: { type: "string" } }, additionalProperties: false };
  const value = { at: new Date(0), left: undefined, out: () => 1 };
  expect(await validator.check(schema, value)).toEqual({ verdict: "valid" });
});

test.each([
  ["undefined", undefined],
  ["a function", () => 1],
  ["a bigint", { n: 1n }],
  ["what holds itself", holdsItself()],
])("%s is no JSON, which is the caller's mistake and not a verdict", async (_, value) => {
  const error = await validator.check({}, value).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ValidateError);
  expect(error).toMatchObject({ code: "not_json", fault: "local" });
});

test.each([
  ["null", null],
  ["a list", []],
  ["a text", "{}"],
])("%s in the place of a schema is a bad schema", async (_, schema) => {
  expect(await validator.check(schema as never, 1)).toMatchObject({ verdict: "bad_schema" });
});

test.each([
  ["an unknown type", { type: "strin" }, "/type"],
  ["a pattern that is none in any reading", { pattern: "(" }, "Invalid regular expression"],
  ["a name in the place of a schema", { properties: { a: "string" } }, "/properties/a"],
  ["a $schema that is no text", { $schema: 7 }, "$schema"],
])("%s is a bad schema, and the message says where", async (_, schema, where) => {
  const verdict = await validator.check(schema, {});
  expect(verdict).toEqual({ verdict: "bad_schema", message: expect.stringContaining(where) });
});
