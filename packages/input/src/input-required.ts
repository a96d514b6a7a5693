import { isJsonObject, type JsonObject, resultTypeOf } from "@x/wire";
import { INPUT_LIMITS } from "./input-limits.js";
import {
  excessiveResult,
  type InputProblem,
  invalidResult,
  unknownMethod,
} from "./input-problem.js";

/** What a server can ask a client for. */
export type InputMethod = "elicitation/create" | "sampling/createMessage" | "roots/list";

/** {@link InputMethod}, as a list. */
export const INPUT_METHODS: readonly InputMethod[] = [
  "elicitation/create",
  "sampling/createMessage",
  "roots/list",
];

/**
 * The requests of a client that may be answered by `input_required`; to any other it is an invalid result.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests}
 */
export const ASKING_METHODS: readonly string[] = ["tools/call", "prompts/get", "resources/read"];

/** A request of a server, before anyone looked into its parameters. */
export interface InputRequest {
  readonly method: string;
  readonly params?: JsonObject;
}

/** What an `input_required` result says. At least one of the two is there. */
export interface InputRequired {
  readonly type: "input_required";
  /** By the server's names, in its order. Without it, the call is retried at once. */
  readonly requests?: ReadonlyMap<string, InputRequest>;
  /** Means something to the server alone: to be given back as it is, and nowhere else. */
  readonly requestState?: string;
}

/** {@link InputRequired}, or why the result is none. */
export type InputRequiredReading =
  | InputRequired
  | { readonly type: "invalid"; readonly problem: InputProblem };

/**
 * Reads an `input_required` result as far as it goes without handlers: its shape, its bounds, and that
 * each request is of a method that there is. That the result answers one of {@link ASKING_METHODS} is for
 * the caller to know. `peer` is named in problems.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult}
 */
export function readInputRequired(result: JsonObject, peer: string): InputRequiredReading {
  const { inputRequests, requestState } = result;
  if (resultTypeOf(result) !== "input_required") {
    return invalid(invalidResult(peer, "its resultType is not input_required"));
  }
  if (inputRequests === undefined && requestState === undefined) {
    return invalid(invalidResult(peer, "it has neither inputRequests nor requestState"));
  }
  if (requestState !== undefined && typeof requestState !== "string") {
    return invalid(invalidResult(peer, "its requestState is not a string"));
  }
  if (requestState !== undefined && requestState.length > INPUT_LIMITS.requestState) {
    const detail = `its requestState is longer than ${INPUT_LIMITS.requestState} characters`;
    return invalid(excessiveResult(peer, detail));
  }
  const state = requestState === undefined ? {} : { requestState };
  if (inputRequests === undefined) return { type: "input_required", ...state };
  if (!isJsonObject(inputRequests)) {
    return invalid(invalidResult(peer, "its inputRequests are not an object"));
  }
  const requests = readRequests(inputRequests, peer);
  return "code" in requests ? invalid(requests) : { type: "input_required", requests, ...state };
}

function readRequests(
  inputRequests: JsonObject,
  peer: string,
): ReadonlyMap<string, InputRequest> | InputProblem {
  const keys = Object.keys(inputRequests);
  if (keys.length > INPUT_LIMITS.requests) {
    const detail = `it has ${keys.length} requests, and the most is ${INPUT_LIMITS.requests}`;
    return excessiveResult(peer, detail);
  }
  const requests = new Map<string, InputRequest>();
  for (const key of keys) {
    if (key.length > INPUT_LIMITS.key) {
      return excessiveResult(peer, `a request has a name of over ${INPUT_LIMITS.key} characters`);
    }
    const { method, params }: JsonObject = objectOr(inputRequests[key]);
    if (typeof method !== "string") return invalidResult(peer, "a request has no string method");
    if (!isInputMethod(method)) return unknownMethod({ peer, method, key });
    if (params !== undefined && !isJsonObject(params)) {
      return invalidResult(peer, "a request has params that are not an object");
    }
    requests.set(key, params === undefined ? { method } : { method, params });
  }
  return requests;
}

/** Whether a server can ask a client for this at all. */
export function isInputMethod(method: string): method is InputMethod {
  return INPUT_METHODS.some((known) => known === method);
}

function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function invalid(problem: InputProblem): InputRequiredReading {
  return { type: "invalid", problem };
}
