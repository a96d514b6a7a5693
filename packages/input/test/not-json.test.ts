import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import {
  answerInput,
  answerLegacyRequest,
  answerRound,
  type InputHandlers,
  inputAnswers,
} from "../src/index.js";
import { ALL, context, required, SAID, sample, samplingRequest } from "./fixtures.js";

const cycle: { self?: unknown } = {};
cycle.self = cycle;
const throwing = {
  toJSON() {
    throw new Error("no");
  },
};
const becomes = (value: unknown) => ({ toJSON: () => value });
const BAD: [string, unknown][] = [
  ["a BigInt", { used: 10n }],
  ["a cycle", cycle],
  ["a toJSON that throws", throwing],
  ["a toJSON that gives no object", becomes("text")],
];

const saying = (answer: unknown): InputHandlers =>
  ({
    sampling: { createMessage: async () => answer },
    roots: async () => answer,
  }) as unknown as InputHandlers;

test.each(BAD)("an answer of a model with %s in it is not sent", async (_, _meta) => {
  for (const answer of [
    { ...SAID, _meta },
    { ...SAID, content: { type: "text", text: "x", _meta } },
  ]) {
    const handlers = saying(answer);
    const problem = { code: "invalid_answer", fault: "local" };
    expect(await sample(samplingRequest(), answer)).toMatchObject({ type: "refused", problem });
    expect(await answerRound(required({ think: ALL.think }), handlers, context())).toMatchObject({
      type: "ended",
      problem,
    });
    expect(
      await answerLegacyRequest(samplingRequest(), handlers, context({ revision: "2025-11-25" })),
    ).toMatchObject({ reply: { error: { code: -32603 } }, problem });
  }
});

test.each(BAD)("roots with %s in them are not sent", async (_, _meta) => {
  const handlers = saying([{ uri: "file:///a", _meta }]);
  expect(await answerInput(ALL.where, handlers, context())).toMatchObject({
    type: "refused",
    problem: { code: "invalid_answer" },
  });
});

test("what is sent of an answer is what was checked, whatever its handler does with its own", async () => {
  const input: JsonObject = { query: "x" };
  const answer = { ...SAID, content: { type: "text", text: "Hi", _meta: input } };
  const { round } = inputAnswers(saying(answer));
  const outcome = await round(
    { resultType: "input_required", inputRequests: { think: ALL.think } },
    context(),
  );
  Object.assign(input, { query: 1n });
  expect(outcome).toMatchObject({
    params: { inputResponses: { think: { content: { _meta: { query: "x" } } } } },
  });
  const changing = { ...SAID, content: becomes({ type: "tool_result", toolUseId: "a" }) };
  expect(await sample(samplingRequest(), changing)).toMatchObject({
    problem: { code: "invalid_answer" },
  });
});

test("a handler that fails with what cannot be told has failed, and nothing else has", async () => {
  const odd = new Error("x");
  Object.defineProperty(odd, "message", {
    get() {
      throw new Error("never");
    },
  });
  const handlers = { roots: () => Promise.reject(odd) };
  expect(await answerInput(ALL.where, handlers, context())).toMatchObject({
    problem: { code: "handler_failed" },
  });
});
