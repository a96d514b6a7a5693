import type { ExchangeOutcome, FaultCode } from "@x/connection";
import type { Response } from "@x/wire";
import { describe, expect, it } from "vitest";
import { type LegacyContext, legacyEvidence } from "../src/index.js";
import { INITIALIZE_RESULT } from "./behaviours.js";

const CONTEXT: LegacyContext = {
  id: 2,
  legacyRevisions: ["2025-11-25", "2025-06-18"],
  revisions: ["2026-07-28"],
  declared: {},
  declarable: {},
};
const VALID = { jsonrpc: "2.0", id: 2, result: INITIALIZE_RESULT };
const STATUS = { type: "http_status", headers: {}, body: "" } as const;

/** The outcome an own transport might hand in, right or wrong. */
function response(value: object): ExchangeOutcome {
  return { type: "response", size: 0, response: value as Response };
}

function result(more: object): ExchangeOutcome {
  return response({ ...VALID, result: { ...INITIALIZE_RESULT, ...more } });
}

function malformed(code: FaultCode): ExchangeOutcome {
  return { type: "malformed", fault: { code, message: "Not a message." } };
}

describe("legacyEvidence", () => {
  it("is complete for every accepted revision, with what the server declares", () => {
    for (const protocolVersion of CONTEXT.legacyRevisions) {
      const expected = { ...INITIALIZE_RESULT, protocolVersion };
      expect(legacyEvidence(result({ protocolVersion }), CONTEXT)).toEqual({
        verdict: "legacy",
        result: expected,
      });
    }
  });

  it.each<[string, ExchangeOutcome, string]>([
    ["the text 2 as id", response({ ...VALID, id: "2" }), "initialize_wrong_id"],
    ["another id", response({ ...VALID, id: 1 }), "initialize_wrong_id"],
    ["JSON-RPC 1.0", response({ ...VALID, jsonrpc: "1.0" }), "initialize_wrong_jsonrpc"],
    [
      "a result and an error",
      response({ ...VALID, error: { code: 0, message: "" } }),
      "initialize_result_and_error",
    ],
    [
      "a revision out of the list",
      result({ protocolVersion: "2024-11-05" }),
      "initialize_revision",
    ],
    ["a revision that is no text", result({ protocolVersion: 20251125 }), "initialize_revision"],
    ["capabilities that are text", result({ capabilities: "tools" }), "initialize_capabilities"],
    ["a list as serverInfo", result({ serverInfo: [] }), "initialize_server_info"],
    [
      "an empty version",
      result({ serverInfo: { name: "s", version: "" } }),
      "initialize_server_info",
    ],
    [
      "an error",
      response({ jsonrpc: "2.0", id: 2, error: { code: -32602, message: "no" } }),
      "initialize_error",
    ],
    ["a time-out", { type: "timed_out", limit: "total", afterMs: 1 }, "initialize_unanswered"],
    ["a stream that ended", { type: "stream_ended", message: "Over." }, "initialize_unanswered"],
    ["a cancellation", { type: "cancelled_by_server", reason: "x" }, "initialize_unanswered"],
    [
      "a close",
      { type: "closed", written: true, reason: { type: "ended", message: "Over." } },
      "initialize_closed",
    ],
    ["HTTP 404", { ...STATUS, status: 404 }, "initialize_http_status"],
    [
      "an oversized reply",
      { type: "too_large", limitBytes: 1, sizeBytes: 2 },
      "initialize_malformed",
    ],
    ["not JSON", malformed("not_json"), "initialize_malformed"],
    ["an unusable result", malformed("invalid_result"), "initialize_malformed"],
    ["a foreign id", malformed("unknown_id"), "initialize_wrong_id"],
    ["an id that is none", malformed("invalid_id"), "initialize_wrong_id"],
    ["no JSON-RPC version", malformed("wrong_jsonrpc"), "initialize_wrong_jsonrpc"],
    ["both at once", malformed("result_and_error"), "initialize_result_and_error"],
  ])("is incomplete for %s", (_name, outcome, failure) => {
    expect(legacyEvidence(outcome, CONTEXT)).toEqual({ verdict: "incomplete", failure });
  });

  it.each([
    [-32020, "header_mismatch"],
    [-32021, "missing_capability"],
    [-32022, "unsupported_version"],
  ])("is overruled by %d", (code, verdict) => {
    const outcome = response({ jsonrpc: "2.0", id: 2, error: { code, message: "no" } });
    expect(legacyEvidence(outcome, CONTEXT)).toMatchObject({
      verdict: "modern",
      evidence: { verdict },
    });
  });

  it.each<[ExchangeOutcome, string]>([
    [{ ...STATUS, status: 401 }, "unauthorized"],
    [{ ...STATUS, status: 403 }, "forbidden"],
    [{ ...STATUS, status: 302 }, "redirected"],
    [{ type: "aborted", reason: undefined }, "aborted"],
    [{ type: "unreachable", code: "ECONNRESET", message: "Reset." }, "unreachable"],
  ])("takes %j as no evidence", (outcome, reason) => {
    expect(legacyEvidence(outcome, CONTEXT)).toEqual({ verdict: "not_evidence", reason });
  });
});
