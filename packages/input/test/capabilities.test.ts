import { ClientCapabilitiesSchema } from "@modelcontextprotocol/core";
import type { ClientCapabilities } from "@x/wire";
import { expect, test } from "vitest";
import {
  answerInput,
  declaredCapabilities,
  type InputHandlers,
  inputAnswers,
} from "../src/index.js";
import { context, host, MODERN, never, samplingRequest } from "./fixtures.js";

const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN];

test("M01 O01 N04: without handlers nothing is declared, at any revision", () => {
  for (const revision of REVISIONS) {
    expect(declaredCapabilities({}, revision)).toEqual({});
    expect(declaredCapabilities({ elicitation: {} }, revision)).toEqual({});
  }
});

const form = never;
const url = never;
const createMessage = never;

test.each<[InputHandlers, object]>([
  [{ elicitation: { form } }, { elicitation: { form: {} } }],
  [{ elicitation: { url } }, { elicitation: { url: {} } }],
  [{ elicitation: { form, url } }, { elicitation: { form: {}, url: {} } }],
  [{ sampling: { createMessage } }, { sampling: {} }],
  [{ sampling: { createMessage, tools: true } }, { sampling: { tools: {} } }],
  [{ roots: never }, { roots: {} }],
])("L05 L06 M04 M05 O02: %o declares %j", (handlers, declared) => {
  expect(declaredCapabilities(handlers, MODERN)).toEqual(declared);
  expect(declaredCapabilities(handlers, "2025-11-25")).toEqual(declared);
});

test.each<[string, object]>([
  ["2025-06-18", { elicitation: {}, sampling: {}, roots: {} }],
  ["2025-03-26", { sampling: {}, roots: {} }],
  ["2024-11-05", { sampling: {}, roots: {} }],
])("what revision %s does not have is not declared to it", (revision, declared) => {
  expect(declaredCapabilities(host().handlers, revision)).toEqual(declared);
});

test("a handler for URLs alone is nothing to a revision that has only forms", () => {
  expect(declaredCapabilities({ elicitation: { url } }, "2025-06-18")).toEqual({});
});

test("what is declared is what the official schema knows, at every revision", () => {
  for (const revision of REVISIONS) {
    const declared = declaredCapabilities(host().handlers, revision);
    expect(ClientCapabilitiesSchema.parse(declared)).toMatchObject(declared);
  }
});

test("what is kept back is declared to a modern server on demand, and to a legacy one at once", () => {
  const { handlers } = host();
  const { declared, declarable } = inputAnswers(handlers, { onDemand: ["sampling", "roots"] });
  expect(declared(MODERN)).toEqual({ elicitation: { form: {}, url: {} } });
  expect(declarable?.(MODERN)).toEqual(declaredCapabilities(handlers, MODERN));
  expect(declared("2025-11-25")).toEqual(declaredCapabilities(handlers, "2025-11-25"));
  expect(inputAnswers(handlers).declared(MODERN)).toEqual(declaredCapabilities(handlers, MODERN));
});

test.each<[string, ClientCapabilities]>([
  ["elicitation/create", { sampling: { tools: {} }, roots: {} }],
  ["sampling/createMessage", { elicitation: {}, roots: {} }],
  ["roots/list", { elicitation: {}, sampling: { tools: {} } }],
])("R10: %s is refused by name where the request declared %j", async (method, declared) => {
  const asked = { method, params: {} };
  const outcome = await answerInput(asked, host().handlers, context({ declared }));
  expect(outcome).toMatchObject({ type: "refused", problem: { code: "not_declared", method } });
});

test("R10: the parts of a capability are those that the request declared", async () => {
  const { handlers } = host();
  const tools = [{ name: "t", inputSchema: { type: "object" } }];
  const sampling = await answerInput(
    samplingRequest({ tools }),
    handlers,
    context({ declared: { sampling: {} } }),
  );
  expect(sampling).toMatchObject({ type: "refused", problem: { code: "not_declared" } });
  const url = {
    method: "elicitation/create",
    params: { mode: "url", message: "m", url: "https://a.example" },
  };
  const visit = await answerInput(url, handlers, context({ declared: { elicitation: {} } }));
  expect(visit).toMatchObject({
    type: "answered",
    response: { action: "decline" },
    problem: { code: "not_declared" },
  });
});
