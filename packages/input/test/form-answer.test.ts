import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { answerInput, checkContent, type FormAnswer } from "../src/index.js";
import { codeOf, context, formRequest, seen, submit } from "./fixtures.js";

const FORM = formRequest(
  {
    name: { type: "string", minLength: 2, maxLength: 3 },
    mail: { type: "string", format: "email" },
    age: { type: "integer", minimum: 18, maximum: 99 },
    ratio: { type: "number" },
    agreed: { type: "boolean" },
    color: { type: "string", enum: ["red", "green"] },
    colors: {
      type: "array",
      items: { anyOf: [{ const: "r", title: "Red" }] },
      minItems: 1,
      maxItems: 1,
    },
  },
  { required: ["name"] },
);

test.each<[string, object, string, string]>([
  ["a required value is missing", {}, "name", "missing"],
  ["a required value is undefined", { name: undefined }, "name", "missing"],
  ["a value is null", { name: null }, "name", "type"],
  ["a text is a number", { name: 12 }, "name", "type"],
  ["a text is too short", { name: "😀" }, "name", "length"],
  ["a text is too long", { name: "abcd" }, "name", "length"],
  ["an address is none", { name: "ab", mail: "ada" }, "mail", "format"],
  ["a whole number is a half", { name: "ab", age: 18.5 }, "age", "type"],
  ["a number is text", { name: "ab", age: "20" }, "age", "type"],
  ["a number is too small", { name: "ab", age: 17 }, "age", "range"],
  ["a number is too large", { name: "ab", age: 100 }, "age", "range"],
  ["a number is not finite", { name: "ab", ratio: Number.NaN }, "ratio", "type"],
  ["a boolean is text", { name: "ab", agreed: "yes" }, "agreed", "type"],
  ["a choice is none", { name: "ab", color: "blue" }, "color", "option"],
  ["choices are one text", { name: "ab", colors: "r" }, "colors", "type"],
  ["a choice of several is none", { name: "ab", colors: ["x"] }, "colors", "option"],
  ["too few are chosen", { name: "ab", colors: [] }, "colors", "count"],
  ["too many are chosen", { name: "ab", colors: ["r", "r"] }, "colors", "count"],
  ["there is a member too many", { name: "ab", nickname: "A" }, "nickname", "unknown"],
])(
  "I2 L24: an answer where %s is not sent, and the field is named",
  async (_, content, field, code) => {
    const outcome = await submit(FORM, content);
    expect(outcome).toMatchObject({
      type: "refused",
      problem: { code: "invalid_answer", field, fault: "local", rpcCode: -32603 },
    });
    expect(checkContent(await seen(FORM), content as JsonObject)).toEqual([
      { field, code, message: expect.any(String) },
    ]);
  },
);

test("L24: an answer that fits is sent as the user gave it", async () => {
  const content = {
    name: "😀😀",
    mail: "ada@example.com",
    age: 18,
    ratio: 1e3,
    agreed: false,
    color: "red",
    colors: ["r"],
  };
  expect(await submit(FORM, content)).toEqual({
    type: "answered",
    response: { action: "accept", content },
  });
});

test("what is sent cannot be changed any more by who gave it", async () => {
  const colors = ["r"];
  const outcome = await submit(FORM, { name: "abc", colors });
  colors.push("x");
  expect(outcome).toMatchObject({ response: { content: { colors: ["r"] } } });
});

test("fields may have the names of what every object has", async () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string","default":"x"},"toString":{"type":"number"}}',
  );
  const request = formRequest(properties, { required: ["toString"] });
  expect(JSON.stringify((await seen(request)).defaults)).toBe('{"__proto__":"x"}');
  expect(await submit(request, {})).toMatchObject({ problem: { field: "toString" } });
  const outcome = await submit(request, JSON.parse('{"__proto__":"y","toString":1}'));
  expect(JSON.stringify(outcome)).toContain('"content":{"__proto__":"y","toString":1}');
});

test.each(["decline", "cancel"] as const)("a %s tells the server nothing else", async (action) => {
  const form = async () => ({ action, content: { secret: "x" } }) as FormAnswer;
  const outcome = await answerInput(FORM, { elicitation: { form } }, context());
  expect(outcome).toEqual({ type: "answered", response: { action } });
});

test.each([undefined, null, "accept", {}, { action: "submit" }, { action: "accept", content: [] }])(
  "the answer %j of a handler is not sent",
  async (answer) => {
    const form = async () => answer as never;
    const outcome = await answerInput(formRequest({}), { elicitation: { form } }, context());
    expect(codeOf(outcome)).toBe("invalid_answer");
  },
);
