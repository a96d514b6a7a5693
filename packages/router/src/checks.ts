import type { AbortSignalLike } from "@x/connection";
import type { Entry } from "@x/registry";
import { type JsonObject, wordsOf } from "@x/wire";
import { boundedCheck, type CheckLimits, type GivenUp } from "./bounded-check.js";
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

/** What is checked by the schemas of tools. A validator of `@x/validate` is one as it is. */
export interface Checks {
  /**
   * Checks a JSON value; called as a method. A caller that hands in what is no JSON is told by a rejection.
   * `signal` fires when nobody waits for the verdict any more.
   */
  readonly check: (
    schema: JsonObject,
    value: unknown,
    options?: { readonly signal?: AbortSignalLike },
  ) => Promise<CheckVerdict>;
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
  | { readonly type: "unchecked_result"; readonly message: string; readonly result: ToolResult }
  /** The call's time ran out before its arguments were checked; nothing was sent. */
  | { readonly type: "unchecked_arguments" }
  /**
   * The tool ran, and nobody waited until its result was checked: the caller aborted the call, or its
   * server is the peer no more.
   */
  | {
      readonly type: "check_given_up";
      readonly why: Exclude<GivenUp, "timed_out">;
      readonly result: ToolResult;
    };

/**
 * Checks the structured content of a result. One with `isError` is bound by no schema, and a schema that
 * is none has been told of when its tool was listed.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema}
 */
export async function checkResult(
  checks: Checks,
  { tool, outputCheck }: Entry,
  result: ToolResult,
  limits: CheckLimits,
): Promise<CheckEnd | undefined> {
  if (result.isError === true) return undefined;
  const unsure = (message: string): CheckEnd | undefined =>
    checks.unchecked === "pass" ? undefined : { type: "unchecked_result", message, result };
  if (outputCheck === "too_deep") return unsure(TOO_DEEP);
  if (outputCheck !== "declared") return undefined;
  const { structuredContent: value } = result;
  if (value === undefined) {
    const message = "its tool has an output schema, and it has no structuredContent";
    return { type: "invalid_result", message };
  }
  // That it is one was found when the tool was listed.
  const schema = tool.outputSchema as JsonObject;
  const outcome = await boundedCheck(checks, { schema, value }, limits);
  switch (outcome.type) {
    case "verdict":
      return ofVerdict(outcome.verdict, unsure);
    case "failed":
      return unsure(`What checks failed (${wordsOf(outcome.cause)}).`);
    case "given_up": {
      const { why } = outcome;
      if (why !== "timed_out") return { type: "check_given_up", why, result };
      return unsure("Its check was not over when the total limit of the call was.");
    }
  }
}

const TOO_DEEP = "Its tool's output schema is nested too deep to be checked by.";

function ofVerdict(
  verdict: CheckVerdict,
  unsure: (message: string) => CheckEnd | undefined,
): CheckEnd | undefined {
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
      return unsure(verdict.message);
  }
}

/**
 * Checks arguments; what cannot be checked is left to the server. That nobody waits any more is for the
 * caller to see.
 *
 * @throws what the check rejects with: nothing was sent then.
 */
export async function checkArguments(
  checks: Checks,
  { tool }: Entry,
  args: JsonObject,
  limits: CheckLimits,
): Promise<CheckEnd | undefined> {
  const outcome = await boundedCheck(checks, { schema: tool.inputSchema, value: args }, limits);
  switch (outcome.type) {
    case "verdict":
      return outcome.verdict.verdict === "invalid"
        ? { type: "invalid_arguments", message: told(outcome.verdict.errors) }
        : undefined;
    case "failed":
      throw outcome.cause;
    case "given_up":
      return { type: "unchecked_arguments" };
  }
}

/** The most that are told. */
const MAX_TOLD = 3;

function told(errors: Extract<CheckVerdict, { verdict: "invalid" }>["errors"]): string {
  const some = errors.slice(0, MAX_TOLD);
  const more = errors.length > MAX_TOLD ? `; and ${errors.length - MAX_TOLD} more` : "";
  const all = some.map(({ path, message }) => `${path === "" ? "it" : path} ${message}`);
  return `${all.join("; ")}${more}`;
}
