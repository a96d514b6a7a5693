import type { ExchangeOutcome } from "@x/connection";
import type { Entry } from "@x/registry";
import {
  type EraName,
  type ErrorObject,
  isResultResponse,
  type JsonObject,
  type UrlRequest,
  urlRequests,
} from "@x/wire";
import { checkToolResult, type ToolResult } from "./tool-result.js";

/** How a call ended: a value for everything that a peer can cause. */
export type CallOutcome =
  | { readonly type: "result"; readonly entry: Entry; readonly result: ToolResult }
  | { readonly type: "input_required"; readonly entry: Entry; readonly result: JsonObject }
  | {
      readonly type: "rpc_error";
      readonly entry: Entry;
      readonly error: ErrorObject;
      /** The pages that the user has to visit first, where the error asks for that (`-32042`). */
      readonly urls?: readonly UrlRequest[];
    }
  | { readonly type: "invalid_result"; readonly entry: Entry; readonly message: string }
  | {
      readonly type: "no_response";
      readonly entry: Entry;
      readonly outcome: Exclude<ExchangeOutcome, { type: "response" }>;
    }
  | { readonly type: "unavailable"; readonly entry: Entry; readonly message: string }
  | {
      readonly type: "unknown_tool";
      readonly name: string;
      /** Canonical names that come close, the closest first. */
      readonly nearest: readonly string[];
    };

/** How an attempt ends that was made. */
export type Ended = Exclude<CallOutcome, { type: "unknown_tool" }>;

/** What the end of an exchange means for its call. */
export function callOutcome(outcome: ExchangeOutcome, entry: Entry, era: EraName): Ended {
  if (outcome.type !== "response") return { type: "no_response", entry, outcome };
  const { response } = outcome;
  if (!isResultResponse(response)) {
    const { error } = response;
    const urls = urlRequests(error);
    return { type: "rpc_error", entry, error, ...(urls === undefined ? {} : { urls }) };
  }
  const checked = checkToolResult(response.result, era);
  switch (checked.type) {
    case "complete":
      return { type: "result", entry, result: checked.result };
    case "input_required":
      return { type: "input_required", entry, result: checked.result };
    case "invalid":
      return { type: "invalid_result", entry, message: checked.message };
  }
}
