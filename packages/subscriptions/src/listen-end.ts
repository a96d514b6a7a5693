import type { ExchangeOutcome } from "@x/connection";
import {
  type ErrorObject,
  excerpt,
  isResultResponse,
  type JsonObject,
  type RequestId,
  resultTypeOf,
} from "@x/wire";
import { problem, type SubscriptionProblem } from "./problem.js";
import { subscriptionIdOf } from "./read-notification.js";
import type { LossCause, Refusal } from "./subscription-event.js";

/**
 * How one `subscriptions/listen` came to its end. `message` is a sentence.
 *
 * - `ended`: the server meant it to end.
 * - `refused`: the server does not want it; asking again would not help.
 * - `lost`: it broke off, and the connection may still be good. `afterMs`: not to be asked sooner.
 * - `closed`: the connection is over.
 */
export type ListenEnd =
  | {
      readonly type: "ended";
      readonly how: "graceful" | "cancelled";
      readonly message: string;
      readonly problem?: SubscriptionProblem;
    }
  | { readonly type: "refused"; readonly refusal: Refusal; readonly message: string }
  | {
      readonly type: "lost";
      readonly cause: LossCause;
      readonly message: string;
      readonly afterMs?: number;
      readonly problem?: SubscriptionProblem;
    }
  | { readonly type: "closed"; readonly message: string };

/** HTTP statuses below 500 that say something about the moment and not about the request. */
const PASSING: readonly number[] = [408, 425, 429];

/** The longest time for which a server may put this side off: an hour. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Reads how the exchange of the listen request `id` ended.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#cancellation}
 */
export function listenEnd(outcome: ExchangeOutcome, id: RequestId): ListenEnd {
  switch (outcome.type) {
    case "response":
      return isResultResponse(outcome.response)
        ? endOfResult(outcome.response.result, id)
        : endOfError(outcome.response.error);
    case "cancelled_by_server": {
      const why = outcome.reason === undefined ? "" : `: ${excerpt(outcome.reason)}`;
      return { type: "ended", how: "cancelled", message: `The server cancelled it${why}.` };
    }
    case "closed":
      return { type: "closed", message: outcome.reason.message };
    case "http_status":
      return endOfStatus(outcome.status, outcome.headers["retry-after"]);
    case "stream_ended":
    case "unreachable":
      return { type: "lost", cause: outcome.type, message: outcome.message };
    case "malformed":
      return { type: "lost", cause: outcome.type, message: outcome.fault.message };
    case "too_large": {
      const message = `A message of ${outcome.sizeBytes} bytes or more is over the limit of ${outcome.limitBytes}.`;
      return { type: "lost", cause: outcome.type, message };
    }
    case "timed_out":
      return {
        type: "lost",
        cause: outcome.type,
        message: `It ran out of time after ${outcome.afterMs} ms.`,
      };
    case "aborted":
      return { type: "lost", cause: outcome.type, message: "This side gave it up." };
  }
}

/** The result ends it whatever it says; whether it was meant as an end is another question. */
function endOfResult(result: JsonObject, id: RequestId): ListenEnd {
  const type = resultTypeOf(result);
  const found = { problem: problem("invalid_result", "subscriptions/listen", id) };
  if (type === "input_required" || type === "unrecognised") {
    const message = "The server ended it with a result that is not complete.";
    return { type: "lost", cause: "invalid_result", message, ...found };
  }
  const message = "The server ended it with its result.";
  const isNamed = subscriptionIdOf(result) === id;
  return { type: "ended", how: "graceful", message, ...(isNamed ? {} : found) };
}

function endOfError(error: ErrorObject): ListenEnd {
  const message = `The server refused it with error ${error.code}, ${JSON.stringify(excerpt(error.message))}.`;
  return { type: "refused", refusal: { type: "error", error }, message };
}

function endOfStatus(status: number, retryAfter: string | undefined): ListenEnd {
  const message = `The endpoint answered with HTTP status ${status}.`;
  if (status < 500 && !PASSING.includes(status)) {
    return { type: "refused", refusal: { type: "http_status", status }, message };
  }
  const isSeconds = retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter);
  const wait = isSeconds
    ? { afterMs: Math.min(Number(retryAfter) * 1000, MAX_RETRY_AFTER_MS) }
    : {};
  return { type: "lost", cause: "http_status", message, ...wait };
}
