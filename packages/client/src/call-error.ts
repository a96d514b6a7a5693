import type { CallOutcome, PromptOutcome, RequestOutcome, ToolResult } from "@x/router";
import { INVALID_PARAMS, RESOURCE_NOT_FOUND_LEGACY } from "@x/wire";
import { ClientError } from "./client-error.js";
import type { OperationFailure } from "./operation.js";
import { unmetError } from "./unmet-error.js";

/** A result that says of itself that the tool failed. */
export function toolFailure({ isError }: ToolResult): OperationFailure | undefined {
  return isError === true ? { code: "tool_error" } : undefined;
}

type Failed<Outcome> = Exclude<Outcome, { readonly type: "result" }>;

/** @throws ClientError where a call brought no result. */
export function toolResult(outcome: CallOutcome): ToolResult {
  if (outcome.type === "result") return outcome.result;
  throw callError(outcome);
}

/** @throws ClientError where a request brought no result. */
export function requestResult<Result extends object>(
  outcome: RequestOutcome<Result> | Extract<PromptOutcome, { readonly type: "unknown_prompt" }>,
): Result {
  if (outcome.type === "result") return outcome.result;
  throw requestError(outcome);
}

/** The error for a call that brought no result. Its message names the tool, the peer and the remedy. */
function callError(outcome: Failed<CallOutcome>): ClientError {
  if (outcome.type === "unknown_tool") return unknown("tool", outcome);
  const { canonical, peer } = outcome.entry;
  if (outcome.type === "invalid_arguments") {
    const message = `"${canonical}" of ${peer} was not called: its arguments are not as it wants them (${outcome.message}).`;
    return new ClientError(message, { code: "invalid_arguments", cause: outcome });
  }
  if (outcome.type === "unchecked_result") {
    const message = `"${canonical}" of ${peer} returned a result that could not be checked: ${outcome.message}`;
    return new ClientError(message, { code: "unchecked_result", fault: "remote", cause: outcome });
  }
  if (outcome.type === "unchecked_arguments") {
    const message = `"${canonical}" of ${peer} was not called: its total limit ran out before its arguments were checked.`;
    return new ClientError(message, { code: "timed_out", cause: outcome });
  }
  if (outcome.type === "check_given_up") {
    const isAborted = outcome.why === "aborted";
    const why = isAborted ? "the caller aborted the call" : `${peer} was ended`;
    const message = `"${canonical}" of ${peer} ran and gave its result, but ${why} while that was checked. cause.result has it.`;
    const code = isAborted ? "aborted" : "connection_closed";
    return new ClientError(message, { code, cause: outcome });
  }
  if (outcome.type === "denied") {
    const message = `"${canonical}" of ${peer} was not called: it was denied (${outcome.reason}).`;
    return new ClientError(message, { code: "denied", cause: outcome });
  }
  return unmetError(`"${canonical}" of ${peer}`, outcome);
}

/** The same for what is asked of a peer by its method. */
export function requestError(outcome: Failed<RequestOutcome<object> | PromptOutcome>): ClientError {
  switch (outcome.type) {
    case "unknown_prompt":
      return unknown("prompt", outcome);
    case "undeclared": {
      const { peer, method, capability } = outcome;
      return new ClientError(
        `${peer} does not declare ${capability}, so ${method} was not sent to it.`,
        { code: "not_declared", cause: outcome },
      );
    }
    case "input_required":
    case "input_failed":
    case "input_timed_out":
    case "too_many_rounds":
    case "rpc_error":
    case "invalid_result":
    case "no_response":
    case "unavailable":
      return unmetError(`${outcome.method} of ${outcome.peer}`, outcome);
  }
}

/**
 * The same for a resource: servers before 2026-07-28 have a code of their own for one that does not exist
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/server/resources#error-handling}).
 */
export function resourceError(uri: string, outcome: Failed<RequestOutcome<object>>): ClientError {
  if (outcome.type !== "rpc_error") return requestError(outcome);
  const { peer, error } = outcome;
  if (error.code !== RESOURCE_NOT_FOUND_LEGACY && error.code !== INVALID_PARAMS) {
    return requestError(outcome);
  }
  return new ClientError(
    `${peer} has no resource ${JSON.stringify(uri)}: ${error.code} ${JSON.stringify(error.message)}.`,
    { code: "resource_not_found", fault: "remote", rpcCode: error.code, cause: outcome },
  );
}

function unknown(
  what: "tool" | "prompt",
  outcome: { readonly name: string; readonly nearest: readonly string[] },
): ClientError {
  const hint =
    outcome.nearest.length === 0
      ? `No ${what} has a name like it; servers that are not connected have none.`
      : `Did you mean ${outcome.nearest.map((name) => `"${name}"`).join(", ")}?`;
  return new ClientError(`There is no ${what} "${outcome.name}". ${hint} Nothing was sent.`, {
    code: `unknown_${what}`,
    cause: outcome,
  });
}
