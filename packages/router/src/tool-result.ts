import type { EraName, JsonObject } from "@x/wire";
import { type ContentBlock, isContentBlock } from "./content-block.js";
import { interim } from "./interim.js";

/** The result of `tools/call`: content for the model, and what else the server put in. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  /** The tool ran and failed; `content` says how. */
  readonly isError?: boolean;
  readonly [key: string]: unknown;
}

/** What a `result` member turned out to be. */
export type CheckedResult =
  | { readonly type: "complete"; readonly result: ToolResult }
  | { readonly type: "input_required"; readonly result: JsonObject }
  | { readonly type: "invalid"; readonly message: string };

/**
 * Checks the result of `tools/call`.
 *
 * A modern result is told by `resultType`: an absent one is complete, one that is not known is
 * invalid (specification, "ResultType"). A legacy result has no such member. `content` has to be an
 * array of objects with a `type`; where it is absent it is taken as empty.
 */
export function checkToolResult(result: JsonObject, era: EraName): CheckedResult {
  const state = interim(result, era);
  if (state.type === "input_required") return { type: "input_required", result };
  if (state.type === "invalid") return state;
  const { content = [], isError } = result;
  if (!Array.isArray(content) || !content.every(isContentBlock)) {
    return { type: "invalid", message: "its content is not an array of typed objects" };
  }
  if (isError !== undefined && typeof isError !== "boolean") {
    return { type: "invalid", message: "its isError is not a boolean" };
  }
  return {
    type: "complete",
    result: "content" in result ? (result as ToolResult & JsonObject) : { ...result, content },
  };
}
