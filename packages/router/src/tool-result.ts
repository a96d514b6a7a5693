import { type EraName, excerpt, isJsonObject, type JsonObject, resultTypeOf } from "@x/wire";

/** One piece of content. Which members there are beside `type` depends on it; `text` is checked. */
export interface ContentBlock {
  /** `text`, `image`, `audio`, `resource`, `resource_link`; an open set. */
  readonly type: string;
  readonly text?: string;
  readonly [key: string]: unknown;
}

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
  if (era === "modern") {
    const type = resultTypeOf(result);
    if (type === "input_required") return { type: "input_required", result };
    if (type === "unrecognised") {
      const given = described(result["resultType"]);
      return { type: "invalid", message: `its resultType is ${given}, which is not known` };
    }
  }
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

function isContentBlock(value: unknown): value is ContentBlock {
  if (!isJsonObject(value) || typeof value["type"] !== "string") return false;
  const { text } = value;
  return value["type"] === "text"
    ? typeof text === "string"
    : text === undefined || typeof text === "string";
}

/** What a server put in the place of a name; never looks inside, however deep that may be. */
function described(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(excerpt(value));
  if (Array.isArray(value)) return "an array";
  return isJsonObject(value) ? "an object" : String(value);
}
