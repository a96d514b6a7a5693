import type { ExchangeOutcome, FaultCode } from "@x/connection";
import {
  isJsonObject,
  isResultResponse,
  type JsonObject,
  type RequestId,
  type Response,
} from "@x/wire";
import { isNamed } from "./claims.js";
import type { InitializeResult } from "./initialize-result.js";
import { type NotEvidence, notEvidence } from "./not-evidence.js";
import { type ModernVerdict, modernVerdict, type ProbeContext } from "./probe-verdict.js";

/** What the outcome of `initialize` is judged against. */
export interface LegacyContext extends ProbeContext {
  /** The id of the `initialize` that was sent. */
  readonly id: RequestId;
  /** Every legacy revision that this side accepts. */
  readonly legacyRevisions: readonly string[];
}

/** Which condition of legacy evidence was not met. */
export type LegacyFailure =
  | "initialize_capabilities"
  | "initialize_closed"
  | "initialize_error"
  | "initialize_http_status"
  | "initialize_malformed"
  | "initialize_result_and_error"
  | "initialize_revision"
  | "initialize_server_info"
  | "initialize_unanswered"
  | "initialize_wrong_id"
  | "initialize_wrong_jsonrpc";

/**
 * What the outcome of `initialize` says.
 *
 * - `legacy`: every condition is met.
 * - `modern`: a recognised modern error; it overrules, whatever the probe had seemed to say.
 * - `incomplete`: one condition is not met; the peer is neither.
 * - `not_evidence`: says nothing about an era.
 */
export type LegacyVerdict =
  | { readonly verdict: "legacy"; readonly result: InitializeResult }
  | { readonly verdict: "modern"; readonly evidence: ModernVerdict }
  | { readonly verdict: "incomplete"; readonly failure: LegacyFailure }
  | { readonly verdict: "not_evidence"; readonly reason: NotEvidence };

/**
 * Judges what came back for `initialize`. A peer is legacy only on all of: JSON-RPC `2.0`; the same
 * id, of the same type; a result, and no error beside it; a `protocolVersion` that this side accepts;
 * `capabilities` an object; `serverInfo` an object with non-empty `name` and `version`.
 */
export function legacyEvidence(outcome: ExchangeOutcome, context: LegacyContext): LegacyVerdict {
  const reason = notEvidence(outcome);
  if (reason !== undefined) return { verdict: "not_evidence", reason };
  if (outcome.type === "response") return judge(outcome.response, context);
  return incomplete(withoutAnswer(outcome));
}

function judge(response: Response, context: LegacyContext): LegacyVerdict {
  // The connection has seen to these three; what accepts a legacy server does not take it on trust.
  if (response.jsonrpc !== "2.0") return incomplete("initialize_wrong_jsonrpc");
  if (response.id !== context.id) return incomplete("initialize_wrong_id");
  if ("result" in response && "error" in response) return incomplete("initialize_result_and_error");
  if (isResultResponse(response)) return judgeResult(response.result, context);
  const evidence = modernVerdict(response, context);
  return evidence === undefined ? incomplete("initialize_error") : { verdict: "modern", evidence };
}

function judgeResult(result: JsonObject, { legacyRevisions }: LegacyContext): LegacyVerdict {
  const { protocolVersion, capabilities, serverInfo } = result;
  if (typeof protocolVersion !== "string" || !legacyRevisions.includes(protocolVersion)) {
    return incomplete("initialize_revision");
  }
  if (!isJsonObject(capabilities)) return incomplete("initialize_capabilities");
  if (!isNamed(serverInfo)) return incomplete("initialize_server_info");
  return { verdict: "legacy", result: { ...result, protocolVersion, capabilities, serverInfo } };
}

type Unanswered = Exclude<ExchangeOutcome, { readonly type: "response" }>;

function withoutAnswer(outcome: Unanswered): LegacyFailure {
  switch (outcome.type) {
    case "closed":
      return "initialize_closed";
    case "http_status":
      return "initialize_http_status";
    case "malformed":
      return ENVELOPE_FAILURES[outcome.fault.code] ?? "initialize_malformed";
    case "too_large":
      return "initialize_malformed";
    case "aborted":
    case "cancelled_by_server":
    case "stream_ended":
    case "timed_out":
    case "unreachable":
      return "initialize_unanswered";
  }
}

const ENVELOPE_FAILURES: { readonly [code in FaultCode]?: LegacyFailure } = {
  invalid_id: "initialize_wrong_id",
  null_id: "initialize_wrong_id",
  result_and_error: "initialize_result_and_error",
  unknown_id: "initialize_wrong_id",
  wrong_jsonrpc: "initialize_wrong_jsonrpc",
};

function incomplete(failure: LegacyFailure): LegacyVerdict {
  return { verdict: "incomplete", failure };
}
