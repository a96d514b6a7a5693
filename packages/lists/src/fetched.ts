import type { ExchangeOutcome } from "@x/connection";
import { INTERNAL_ERROR, isResultResponse, type JsonObject, resultTypeOf } from "@x/wire";
import { type Freshness, freshnessOf } from "./freshness.js";

/**
 * What a fetch came to.
 *
 * - `result`: to be kept as long as it says, and given to all who wait for it. `size` is that of the
 *   frames that it came in, in UTF-16 code units.
 * - `uncacheable`: depends on more than the request, such as the answers of a person to questions of the
 *   server. It is given to the reader whose fetch it was, and to nobody else.
 * - `failed`: there is no result; `failure` is the owner's own account of it.
 */
export type Fetched<V, F> =
  | {
      readonly type: "result";
      readonly value: V;
      readonly freshness: Freshness;
      readonly size: number;
    }
  | { readonly type: "uncacheable"; readonly value: V }
  | { readonly type: "failed"; readonly failure: F; readonly kind: FailureKind };

/**
 * What a failure means for the last good result.
 *
 * - `outage`: nothing was said about it; it may be given instead, where the cache is told to.
 * - `refused`: the server does not give it any more; it is forgotten.
 * - `given_up`: this side did not want to, or could not, take the answer; it is not given instead.
 */
export type FailureKind = "outage" | "refused" | "given_up";

/** What an exchange came to for a cache. */
export type FetchedExchange = Fetched<JsonObject, ExchangeOutcome>;

/**
 * Reads how an exchange ended as a fetch; `receivedAt` is the clock's time at its end.
 *
 * Results that ask for input are `uncacheable`, and go to the one reader who can answer. For what comes
 * of the retry with input, give `{ type: "uncacheable", value }` instead of calling this.
 */
export function fetchedFrom(outcome: ExchangeOutcome, receivedAt: number): FetchedExchange {
  if (outcome.type === "response" && isResultResponse(outcome.response)) {
    const { result } = outcome.response;
    switch (resultTypeOf(result)) {
      case "complete":
      case "absent": {
        const freshness = freshnessOf(result, receivedAt);
        return { type: "result", value: result, freshness, size: outcome.size };
      }
      case "input_required":
        return { type: "uncacheable", value: result };
      case "unrecognised":
        return { type: "failed", failure: outcome, kind: "refused" };
    }
  }
  return { type: "failed", failure: outcome, kind: failureKind(outcome) };
}

/** What it means that an exchange ended like this, and not with a usable result. */
export function failureKind(outcome: ExchangeOutcome): FailureKind {
  switch (outcome.type) {
    case "response":
      return isResultResponse(outcome.response)
        ? "refused"
        : errorKind(outcome.response.error.code);
    case "http_status":
      return outcome.status >= 500 || outcome.status === 429 ? "outage" : "refused";
    case "stream_ended":
    case "cancelled_by_server":
    case "timed_out":
    case "closed":
    case "malformed":
    case "unreachable":
      return "outage";
    case "too_large":
    case "aborted":
      return "given_up";
  }
}

/** The same for a JSON-RPC error: only one of the server's own failures is an outage. */
export function errorKind(rpcCode: number): FailureKind {
  return rpcCode === INTERNAL_ERROR ? "outage" : "refused";
}
