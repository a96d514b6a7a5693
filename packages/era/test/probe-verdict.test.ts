import type { ExchangeOutcome } from "@x/connection";
import type { ClientCapabilities } from "@x/wire";
import { describe, expect, it } from "vitest";
import { classifyProbe, type ProbeContext, type ProbeVerdict } from "../src/index.js";
import { DISCOVER_RESULT } from "./behaviours.js";
import { AMBIGUOUS, failed, NOT_EVIDENCE, succeeded } from "./outcomes.js";

const CONTEXT: ProbeContext = {
  revisions: ["2027-01-01", "2026-07-28"],
  declared: {},
  declarable: {},
};
describe("classifyProbe", () => {
  it.each(AMBIGUOUS)("takes %s as ambiguous", (_name, outcome) => {
    expect(classifyProbe(outcome, CONTEXT)).toEqual({ verdict: "ambiguous" });
  });

  it.each(NOT_EVIDENCE)("takes %s as no evidence about an era", (_name, outcome, reason) => {
    expect(classifyProbe(outcome, CONTEXT)).toEqual({ verdict: "not_evidence", reason });
  });

  it.each<[readonly string[], string | undefined]>([
    [["2026-07-28"], "2026-07-28"],
    [["2026-07-28", "2027-01-01"], "2027-01-01"],
    [["2025-11-25", "2026-07-28", "2099-01-01"], "2026-07-28"],
    [["2025-11-25"], undefined],
    [[], undefined],
  ])("agrees, of %j, on %s by this side's order", (supportedVersions, revision) => {
    const result = { ...DISCOVER_RESULT, supportedVersions };
    expect(classifyProbe(succeeded(result), CONTEXT)).toEqual(
      revision === undefined
        ? { verdict: "no_mutual_revision", supported: supportedVersions }
        : { verdict: "modern", revision, discovered: result },
    );
  });

  it("takes -32022 as modern, and retries with the highest mutual revision", () => {
    const error = (data?: unknown): ExchangeOutcome =>
      failed({ code: -32022, message: "no", data });
    const verdict = "unsupported_version";
    const supported = ["2026-07-28", "2025-11-25"];
    expect(classifyProbe(error({ supported, requested: "x" }), CONTEXT)).toEqual({
      verdict,
      supported,
      retryWith: "2026-07-28",
    });
    expect(classifyProbe(error({ supported: ["2025-11-25"] }), CONTEXT)).toEqual({
      verdict,
      supported: ["2025-11-25"],
      retryWith: undefined,
    });
    for (const data of [undefined, null, [], {}, { supported: {} }, { supported: [1] }]) {
      const without = { verdict, supported: undefined, retryWith: undefined };
      expect(classifyProbe(error(data), CONTEXT)).toEqual(without);
    }
  });

  it("takes -32020 as modern", () => {
    const outcome = failed({ code: -32020, message: "Header mismatch" });
    expect(classifyProbe(outcome, CONTEXT)).toEqual({ verdict: "header_mismatch" });
  });
});

describe("classifyProbe of -32021", () => {
  function judge(
    required: unknown,
    declared: ClientCapabilities,
    declarable: ClientCapabilities,
  ): ProbeVerdict {
    const data = { requiredCapabilities: required };
    const outcome = failed({ code: -32021, message: "missing", data });
    return classifyProbe(outcome, { ...CONTEXT, declared, declarable });
  }
  const verdict = "missing_capability";

  it.each<[string, ClientCapabilities, ClientCapabilities, ClientCapabilities, ClientCapabilities]>(
    [
      ["a capability", { sampling: {} }, {}, { sampling: {}, roots: {} }, { sampling: {} }],
      [
        "a part of one, beside what was declared",
        { elicitation: { url: {} } },
        { elicitation: { form: {} } },
        { elicitation: { form: {}, url: {} } },
        { elicitation: { form: {}, url: {} } },
      ],
      [
        "another mode, without losing the form mode that an empty elicitation stands for",
        { elicitation: { url: {} } },
        { elicitation: {} },
        { elicitation: { url: {} } },
        { elicitation: { form: {}, url: {} } },
      ],
      [
        "form mode, which an empty elicitation stands for",
        { elicitation: { form: {} } },
        {},
        { elicitation: {} },
        { elicitation: { form: {} } },
      ],
      [
        "an extension, with the settings the host has for it",
        { extensions: { "com.example/ui": {} } },
        {},
        { extensions: { "com.example/ui": { mimeTypes: ["text/html"] }, "com.example/x": {} } },
        { extensions: { "com.example/ui": { mimeTypes: ["text/html"] } } },
      ],
      [
        "a setting that is among those the host has",
        { extensions: { "com.example/ui": { mimeTypes: ["a/b"] } } },
        { roots: {} },
        { extensions: { "com.example/ui": { mimeTypes: ["x/y", "a/b"] } } },
        { extensions: { "com.example/ui": { mimeTypes: ["x/y", "a/b"] } }, roots: {} },
      ],
    ],
  )("declares %s", (_name, required, declared, declarable, retryWith) => {
    expect(judge(required, declared, declarable)).toEqual({ verdict, missing: [], retryWith });
  });

  it.each<[unknown, ClientCapabilities, ClientCapabilities, readonly string[]]>([
    [{ sampling: {} }, {}, {}, ["sampling"]],
    [{ sampling: {}, roots: {} }, {}, { roots: {} }, ["sampling"]],
    [
      { elicitation: { url: {} } },
      { elicitation: {} },
      { elicitation: { form: {} } },
      ["elicitation.url"],
    ],
    [{ sampling: { tools: {} } }, { sampling: {} }, { roots: {} }, ["sampling.tools"]],
    [
      { extensions: { "com.example/ui": { mimeTypes: ["a/b"] } } },
      {},
      { extensions: { "com.example/ui": { mimeTypes: ["x/y"] } } },
      ["extensions.com.example/ui.mimeTypes"],
    ],
    [{ constructor: {} }, {}, {}, ["constructor"]],
    [JSON.parse('{"__proto__":{}}'), {}, {}, ["__proto__"]],
  ])("names what is missing: %j", (required, declared, declarable, missing) => {
    expect(judge(required, declared, declarable)).toEqual({
      verdict,
      missing,
      retryWith: undefined,
    });
  });

  it("has nothing to try where all that is demanded was declared already", () => {
    const roots = { roots: {} };
    for (const required of [roots, {}]) {
      expect(judge(required, roots, roots)).toEqual({ verdict, missing: [], retryWith: undefined });
    }
  });

  it("has nothing to try where the server does not say what it demands", () => {
    for (const required of [undefined, null, [], "sampling", { sampling: true }]) {
      const unsaid = { verdict, missing: undefined, retryWith: undefined };
      expect(judge(required, {}, { sampling: {} })).toEqual(unsaid);
    }
  });

  it("goes no deeper into a demand than what the host offers", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}{}${"}".repeat(20_000)}`);
    const missing = ["extensions.a"];
    expect(judge({ extensions: deep }, {}, { extensions: {} })).toMatchObject({ missing });
  });
});
