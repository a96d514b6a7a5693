import type { Entry } from "@x/registry";
import type { JsonObject } from "@x/wire";
import type { ToolResult } from "./tool-result.js";

/**
 * What a value was found to be: as its schema wants it, or not, or neither could be said. The validator of
 * `@x/validate` gives such verdicts.
 */
export type CheckVerdict =
  | { readonly verdict: "valid" }
  | {
      readonly verdict: "invalid";
      readonly errors: readonly { readonly path: string; readonly message: string }[];
    }
  | {
      readonly verdict:
        | "unsupported_dialect"
        | "bad_schema"
        | "too_complex"
        | "timed_out"
        | "unavailable";
      readonly message: string;
    };

/** What is checked by the schemas of tools. */
export interface Checks {
  /** Checks a JSON value; a caller that hands in what is no JSON is told by a rejection. */
  readonly check: (schema: JsonObject, value: unknown) => Promise<CheckVerdict>;
  /** Whether arguments are checked before a call is sent. Default `false`. */
  readonly arguments?: boolean;
  /**
   * What happens with a result of which nobody can say whether it is as its schema wants it. Default
   * `fail`.
   */
  readonly unchecked?: "fail" | "pass";
}

/** What the checks of one call come to, where it does not simply go on. */
export type CheckEnd =
  /** The arguments are not as the tool wants them; nothing was sent. */
  | { readonly type: "invalid_arguments"; readonly message: string }
  | { readonly type: "invalid_result"; readonly message: string }
  /** The result may be good: nobody can say. */
  | { readonly type: "unchecked_result"; readonly message: string; readonly result: ToolResult };

/**
 * Checks the structured content of a result. One with `isError` is bound by no schema, and a schema that
 * is none has been told of when its tool was listed.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema}
 */
export async function checkResult(
  { check, unchecked = "fail" }: Checks,
  { tool, outputCheck }: Entry,
  result: ToolResult,
): Promise<CheckEnd | undefined> {
  if (outputCheck !== "declared" || result.isError === true) return undefined;
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    const message = "its tool has an output schema, and it has no structuredContent";
    return { type: "invalid_result", message };
  }
  // That it is one was found when the tool was listed.
  const verdict = await check(tool.outputSchema as JsonObject, structuredContent);
  switch (verdict.verdict) {
    case "valid":
      return undefined;
    case "invalid": {
      const message = `its structuredContent is not as the tool's output schema says: ${told(verdict.errors)}`;
      return { type: "invalid_result", message };
    }
    case "unsupported_dialect":
    case "bad_schema":
    case "too_complex":
    case "timed_out":
    case "unavailable":
      if (unchecked === "pass") return undefined;
      return { type: "unchecked_result", message: verdict.message, result };
  }
}

/** Checks arguments; what cannot be checked is left to the server. */
export async function checkArguments(
  { check }: Checks,
  { tool }: Entry,
  args: JsonObject,
): Promise<CheckEnd | undefined> {
  const verdict = await check(tool.inputSchema, args);
  if (verdict.verdict !== "invalid") return undefined;
  return { type: "invalid_arguments", message: told(verdict.errors) };
}

/** The most that are told. */
const MAX_TOLD = 3;

function told(errors: Extract<CheckVerdict, { verdict: "invalid" }>["errors"]): string {
  const some = errors.slice(0, MAX_TOLD);
  const more = errors.length > MAX_TOLD ? `; and ${errors.length - MAX_TOLD} more` : "";
  const all = some.map(({ path, message }) => `${path === "" ? "it" : path} ${message}`);
  return `${all.join("; ")}${more}`;
}
