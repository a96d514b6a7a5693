import type { JsonObject, Response, ResultResponse } from "./message.js";

/** Tells whether a response is a result and not an error. */
export function isResultResponse(response: Response): response is ResultResponse {
  return "result" in response;
}

/** What the member `resultType` of a result says. */
export type ResultType = "complete" | "input_required" | "absent" | "unrecognised";

/**
 * Reads `resultType`. `absent` stands for `complete`, as servers before `2026-07-28` mean it; a
 * value that is unknown, or not a string, is `unrecognised`, and such a result must not be used.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype}
 */
export function resultTypeOf(result: JsonObject): ResultType {
  const type = result["resultType"];
  if (type === undefined) return "absent";
  return type === "complete" || type === "input_required" ? type : "unrecognised";
}
