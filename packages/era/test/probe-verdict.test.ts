import type { ExchangeOutcome } from "@x/connection";
import type { ClientCapabilities, ErrorObject } from "@x/wire";
import { describe, expect, it } from "vitest";
import { classifyProbe, type ProbeContext, type ProbeVerdict } from "../src/index.js";
import { DISCOVER_RESULT } from "./behaviours.js";

const CONTEXT: ProbeContext = {
  revisions: ["2027-01-01", "2026-07-28"],
  declared: {},
  declarable: {},
};
const FAULT = { code: "wrong_jsonrpc", message: "Not a message." } as const;
const STATUS = { type: "http_status", headers: {}, body: "" } as const;

function failed(error: ErrorObject): ExchangeOutcome {
  return { type: "response", size: 0, response: { jsonrpc: "2.0", id: 1, error } };
}

function succeeded(result: { readonly [key: string]: unknown }): ExchangeOutcome {
  return { type: "response", size: 0, response: { jsonrpc: "2.0", id: 1, result } };
}

const AMBIGUOUS: readonly [string, ExchangeOutcome][] = [
  ...[-32601, -32602, -32603, -32000, -32001, 0, -32700, -32002, -32042, -32019, -32023].map(
    (code): [string, ExchangeOutcome] => [`error ${code}`, failed({ code, message: "no" })],
  ),
  ["an empty result", succeeded({})],
  ["a time-out", { type: "timed_out", limit: "total", afterMs: 5000 }],
  ["a close", { type: "closed", written: true, reason: { type: "ended", message: "Over." } }],
  ["a malformed reply", { type: "malformed", fault: FAULT }],
  ["a reply over the limit", { type: "too_large", limitBytes: 1, sizeBytes: 2 }],
  ["a stream without an answer", { type: "stream_ended", message: "Over." }],
  ["a cancellation", { type: "cancelled_by_server", reason: undefined }],
  ["HTTP 200 with HTML", { ...STATUS, status: 200, body: "<html>" }],
  ["HTTP 202 without a body", { ...STATUS, status: 202 }],
  ...[400, 402, 404, 405, 406, 415, 500, 502, 503].map((status): [string, ExchangeOutcome] => [
    `HTTP ${status}`,
    { ...STATUS, status },
  ]),
];

const NOT_EVIDENCE: readonly [string, ExchangeOutcome, string][] = [
  ["HTTP 401", { ...STATUS, status: 401 }, "unauthorized"],
  ["HTTP 403", { ...STATUS, status: 403 }, "forbidden"],
  ["HTTP 407", { ...STATUS, status: 407 }, "proxy_authentication_required"],
  ["HTTP 429", { ...STATUS, status: 429 }, "rate_limited"],
  ["HTTP 301", { ...STATUS, status: 301 }, "redirected"],
  ["HTTP 308", { ...STATUS, status: 308 }, "redirected"],
  ["unreachable", { type: "unreachable", code: "ECONNREFUSED", message: "No." }, "unreachable"],
  ["aborted", { type: "aborted", reason: undefined }, "aborted"],
  [
    "closed from this side",
    { type: "closed", written: true, reason: { type: "local", message: "Closed." } },
    "aborted",
  ],
];

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
