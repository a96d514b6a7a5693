import type { ExchangeOutcome } from "@x/connection";
import type { InputProblem } from "@x/input";
import {
  type ErrorObject,
  INVALID_PARAMS,
  isResultResponse,
  type JsonObject,
  type UrlRequest,
  urlRequests,
} from "@x/wire";

/** How a request ended that brought no result to use: a value for everything that a peer can cause. */
export type Unmet =
  /** It asks for input first, and nobody here answers that; the raw result is handed on. */
  | { readonly type: "input_required"; readonly result: JsonObject }
  /** It asked for input that cannot be had. */
  | { readonly type: "input_failed"; readonly problem: InputProblem }
  /** It asked for input that did not come in time. */
  | { readonly type: "input_timed_out"; readonly inputMs: number }
  /** It asked for input again and again. */
  | { readonly type: "too_many_rounds"; readonly maxRounds: number }
  | {
      readonly type: "rpc_error";
      readonly error: ErrorObject;
      /**
       * The pages that the user has to visit first, where the error asks for that (`-32042`). Where nobody
       * is to be sent to one of them, it is an `input_failed` instead.
       */
      readonly urls?: readonly UrlRequest[];
      /**
       * What it demands of this client and cannot be declared (`-32021`), as dotted paths such as
       * `elicitation.url`.
       */
      readonly missing?: readonly string[];
    }
  | { readonly type: "invalid_result"; readonly message: string }
  | {
      readonly type: "no_response";
      readonly outcome: Exclude<ExchangeOutcome, { type: "response" }>;
    }
  /** Nothing was sent. */
  | { readonly type: "unavailable"; readonly message: string };

/** A result as it came, not looked into yet, or why there is none. */
export type Arrived =
  | { readonly type: "arrived"; readonly result: JsonObject; readonly size: number }
  | Unmet;

/** What the end of an exchange means for its request. */
export function arrived(outcome: ExchangeOutcome): Arrived {
  if (outcome.type !== "response") return { type: "no_response", outcome };
  const { response, size } = outcome;
  if (isResultResponse(response)) return { type: "arrived", result: response.result, size };
  const { error } = response;
  const urls = urlRequests(error);
  if (urls === undefined) return { type: "rpc_error", error };
  if (urls.type === "requests") return { type: "rpc_error", error, urls: urls.requests };
  // The error has the URL in it, so nothing of that is handed on.
  const { code, detail } = urls;
  const message = `The user is to visit a page first (${error.code}), and is not sent there: ${detail}.`;
  const problem = { code, message, detail, fault: "remote", rpcCode: INVALID_PARAMS } as const;
  return { type: "input_failed", problem };
}
