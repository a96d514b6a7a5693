import { createRegistry, update } from "@x/registry";
import { expect, test } from "vitest";
import { type Checks, type CheckVerdict, callTool } from "../src/index.js";
import { MODERN, routes, server, text } from "./fixtures.js";

const OUTPUT = { type: "object", properties: { n: { type: "number" } } };

async function checked(result: object, checks: Omit<Checks, "check">, verdict: CheckVerdict) {
  const asked: unknown[] = [];
  const notes = await server(MODERN, (id) => text(id, { resultType: "complete", ...result }));
  const items = [
    { name: "t", inputSchema: { type: "object" }, outputSchema: OUTPUT },
    { name: "loose", inputSchema: { type: "object" } },
    { name: "broken", inputSchema: { type: "object" }, outputSchema: 7 },
  ];
  const registry = update(createRegistry({ peers: [{ name: "notes" }] }), {
    type: "listed",
    lists: [{ peer: "notes", items }],
  }).next;
  const to = {
    ...routes(registry, { notes: notes.owner }),
    checks: {
      ...checks,
      check: async (schema: object, value: unknown) => {
        asked.push([schema, value]);
        return verdict;
      },
    },
  };
  return { to, asked, sent: notes.sent };
}

const CONTENT = { content: [], structuredContent: { n: 1 } };
const INVALID: CheckVerdict = {
  verdict: "invalid",
  errors: ["/n", "", "/a", "/b"].map((path) => ({ path, message: "must be a number" })),
};
const UNKNOWN: CheckVerdict = { verdict: "timed_out", message: "It took too long." };

test("a result is checked by its tool's output schema", async () => {
  const { to, asked } = await checked(CONTENT, {}, { verdict: "valid" });
  expect(await callTool(to, "t")).toMatchObject({ type: "result" });
  expect(asked).toEqual([[OUTPUT, { n: 1 }]]);
});

test("a result that does not fit is invalid, with the first places where it does not", async () => {
  const { to } = await checked(CONTENT, {}, INVALID);
  expect(await callTool(to, "t")).toMatchObject({
    type: "invalid_result",
    entry: { canonical: "t" },
    message:
      "its structuredContent is not as the tool's output schema says: /n must be a number; it must be a number; /a must be a number; and 1 more",
  });
});

test("a tool with an output schema has to give structured content", async () => {
  const { to, asked } = await checked({ content: [] }, {}, { verdict: "valid" });
  expect(await callTool(to, "t")).toMatchObject({ type: "invalid_result" });
  expect(asked).toEqual([]);
});

test("L7: what a tool says of its failure is not checked", async () => {
  const { to, asked } = await checked({ ...CONTENT, isError: true }, {}, INVALID);
  expect(await callTool(to, "t")).toMatchObject({ type: "result", result: { isError: true } });
  expect(asked).toEqual([]);
});

test.each(["loose", "broken"])(
  "a tool without a usable output schema, %s, is not checked",
  async (name) => {
    const { to, asked } = await checked(CONTENT, {}, INVALID);
    expect(await callTool(to, name)).toMatchObject({ type: "result" });
    expect(asked).toEqual([]);
  },
);

test("a result of which nobody can say whether it fits fails, and has the result, or passes where that is wanted", async () => {
  const fails = await checked(CONTENT, {}, UNKNOWN);
  expect(await callTool(fails.to, "t")).toMatchObject({
    type: "unchecked_result",
    message: "It took too long.",
    result: { structuredContent: { n: 1 } },
  });
  const passes = await checked(CONTENT, { unchecked: "pass" }, UNKNOWN);
  expect(await callTool(passes.to, "t")).toMatchObject({ type: "result" });
});

test("arguments are checked before anything is sent, where that is wanted", async () => {
  const wanted = await checked(CONTENT, { arguments: true }, INVALID);
  expect(await callTool(wanted.to, "t", { n: "x" })).toMatchObject({ type: "invalid_arguments" });
  expect(wanted.sent).toEqual([]);
  const unwanted = await checked(CONTENT, { unchecked: "pass" }, UNKNOWN);
  await callTool(unwanted.to, "t", { n: "x" });
  expect(unwanted.asked).toHaveLength(1);
  const unknown = await checked(CONTENT, { arguments: true, unchecked: "pass" }, UNKNOWN);
  expect(await callTool(unknown.to, "t")).toMatchObject({ type: "result" });
});
