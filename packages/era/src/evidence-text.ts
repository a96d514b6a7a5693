import { type CloseReason, type ExchangeOutcome, type ExitStatus, lastWords } from "@x/connection";
import { isResultResponse, type JsonObject, type Response, resultTypeOf } from "@x/wire";
import { isDiscoverResult } from "./discover-result.js";
import { isInitializeResult } from "./initialize-result.js";
import { clause, line, quoted, several } from "./line.js";

/** What came back, as one short line for people. Bounded, whatever a peer sends. */
export function outcomeText(outcome: ExchangeOutcome): string {
  switch (outcome.type) {
    case "response":
      return responseText(outcome.response);
    case "timed_out": {
      const { afterMs, fault } = outcome;
      return fault === undefined
        ? `nothing within ${afterMs} ms`
        : `nothing usable within ${afterMs} ms, last ${fault.code} ${quoted(fault.text ?? fault.message, 80)}`;
    }
    case "closed":
      return closeText(outcome.reason);
    case "malformed": {
      const { code, text, message } = outcome.fault;
      return `an unusable reply, ${code} ${quoted(text ?? message, 80)}`;
    }
    case "too_large":
      return `a reply of ${outcome.sizeBytes} bytes, over the limit of ${outcome.limitBytes}`;
    case "stream_ended":
      return `a stream that ended without an answer: ${clause(outcome.message, 120)}`;
    case "cancelled_by_server":
      return `a cancellation ${quoted(outcome.reason ?? "", 80)}`;
    case "unreachable":
      return `unreachable, ${line(outcome.code, 40)}: ${clause(outcome.message, 160)}`;
    case "http_status": {
      const body = line(outcome.body, 80);
      return body === "" ? `HTTP ${outcome.status}` : `HTTP ${outcome.status} "${body}"`;
    }
    case "aborted":
      return "nothing before the caller aborted";
  }
}

/** A response as one short line for people. */
export function responseText(response: Response): string {
  if (isResultResponse(response)) return resultText(response.result);
  const { code, message } = response.error;
  return `error ${code} ${quoted(message, 80)}`;
}

/** Why a connection is over, as one short line for people. */
export function closeText(reason: CloseReason): string {
  return reason.type === "exited" ? exitText(reason.exit) : clause(reason.message, 200);
}

function resultText(result: JsonObject): string {
  if (isDiscoverResult(result)) {
    return `DiscoverResult supporting ${several(result.supportedVersions) || "no revision"}`;
  }
  if (isInitializeResult(result)) {
    return `InitializeResult for ${line(result.protocolVersion, 40)}`;
  }
  if (resultTypeOf(result) === "input_required") return "a result of type input_required";
  const members = Object.keys(result);
  return members.length === 0 ? "an empty result" : `a result with the members ${several(members)}`;
}

/** What a process that ended instead of answering said last, as a part of the evidence. */
export function stderrOf(outcome: ExchangeOutcome): { readonly stderr?: readonly string[] } {
  if (outcome.type !== "closed" || outcome.reason.type !== "exited") return {};
  const { stderr } = outcome.reason.exit;
  return stderr.length === 0 ? {} : { stderr };
}

function exitText(exit: ExitStatus): string {
  const how =
    exit.signal === null
      ? `process exited with code ${exit.exitCode ?? "unknown"}`
      : `process ended by ${line(exit.signal, 20)}`;
  const words = lastWords(exit);
  return words === undefined ? how : `${how}: ${clause(words, 200)}`;
}
