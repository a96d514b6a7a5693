import { ClientCapabilitiesSchema } from "@modelcontextprotocol/core";
import { expect, test } from "vitest";
import { declaredCapabilities, type InputHandlers } from "../src/index.js";
import { host, MODERN, never } from "./fixtures.js";

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
