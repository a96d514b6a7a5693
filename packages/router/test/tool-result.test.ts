import { expect, test } from "vitest";
import { callTool } from "../src/index.js";
import { LEGACY, MODERN, outcomeOf, registryOf, routes, server } from "./fixtures.js";

test("the resultType of a modern result is checked", async () => {
  const content = [{ type: "text", text: "x" }];
  expect(await outcomeOf(MODERN, { content })).toMatchObject({ type: "result" });
  expect(await outcomeOf(MODERN, { resultType: "complete", content })).toMatchObject({
    type: "result",
  });
  expect(
    await outcomeOf(MODERN, { resultType: "input_required", inputRequests: {}, requestState: "s" }),
  ).toMatchObject({ type: "input_required", result: { inputRequests: {}, requestState: "s" } });
  for (const resultType of ["done", "Complete", "", 1, null, {}]) {
    expect(await outcomeOf(MODERN, { resultType, content })).toMatchObject({
      type: "invalid_result",
      message: expect.stringContaining("resultType"),
    });
  }
});

test("a resultType that is not known is described in a few words, however large or deep it is", async () => {
  const about = async (resultType: string): Promise<string> => {
    const one = await server(
      MODERN,
      (id) => `{"jsonrpc":"2.0","id":${id},"result":{"resultType":${resultType},"content":[]}}`,
    );
    const outcome = await callTool(routes(registryOf({ one: ["t"] }), { one: one.owner }), "t");
    return outcome.type === "invalid_result" ? outcome.message : outcome.type;
  };
  const is = (what: string): string => `its resultType is ${what}, which is not known`;
  expect(await about(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)).toBe(is("an array"));
  expect(await about(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`)).toBe(is("an object"));
  expect(await about(`"${"x".repeat(1_000_000)}"`)).toBe(is(`"${"x".repeat(200)}"`));
  expect(await about('"\\u001b[2J"')).toBe(is('"\\u001b[2J"'));
  expect(await about("null")).toBe(is("null"));
  expect(await about("7")).toBe(is("7"));
});

test("a legacy result has no resultType, and a member of that name means nothing", async () => {
  for (const resultType of [undefined, "complete", "input_required", 5]) {
    expect(await outcomeOf(LEGACY, { resultType, content: [] })).toMatchObject({ type: "result" });
  }
});

test("K2: a tool that failed is a result with isError", async () => {
  const result = { resultType: "complete", content: [], isError: true };
  expect(await outcomeOf(MODERN, result)).toMatchObject({ type: "result", result });
});

test("content that is not an array of objects makes the result invalid, absent content is empty", async () => {
  for (const content of [
    "x",
    null,
    {},
    [1],
    [null],
    [[]],
    [{}],
    [{ type: 1 }],
    [{ type: "text" }],
  ]) {
    expect(await outcomeOf(LEGACY, { content })).toMatchObject({
      type: "invalid_result",
      message: expect.stringContaining("content"),
    });
  }
  expect(await outcomeOf(LEGACY, { isError: "yes", content: [] })).toMatchObject({
    type: "invalid_result",
  });
  expect(await outcomeOf(LEGACY, { structuredContent: { a: 1 } })).toMatchObject({
    type: "result",
    result: { content: [], structuredContent: { a: 1 } },
  });
});
