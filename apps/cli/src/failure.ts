import { ClientError, type ClientErrorCode } from "@x/client";
import { ConfigError } from "@x/config";
import { CliError, type CliErrorCode } from "./cli-error.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { oneLine } from "./printable.js";

const LONGEST = 4000;

/** How the program ends after an error that nothing handled. */
export function exitCodeOfError(error: unknown): ExitCode {
  if (error instanceof ClientError) return OF_CLIENT[error.code];
  if (error instanceof CliError) return OF_CLI[error.code];
  return error instanceof ConfigError ? EXIT.usage : EXIT.unexpected;
}

/**
 * What to tell of it: a sentence where it is the user's to mend, all that is known where it is ours.
 *
 * @param hide takes the operator's secrets out of a text; nothing is cut before that.
 * @param usage is added to a mistake in the command line.
 */
export function failureText(error: unknown, hide: (text: string) => string, usage: string): string {
  if (!(error instanceof Error)) return `Unexpected: ${hide(String(error))}`;
  // What a server said may be in these, and is to look like nothing but a part of them.
  if (error instanceof ClientError || error instanceof CliError) {
    const more = error.code === "invalid_usage" ? `\n${usage.trimEnd()}` : "";
    return `x-mcp: ${oneLine(hide(error.message), LONGEST)}${more}`;
  }
  if (error instanceof ConfigError) return `x-mcp: ${hide(error.message)}`;
  return `Unexpected: ${hide(error.stack ?? error.message)}`;
}

const OF_CLI: { readonly [code in CliErrorCode]: ExitCode } = {
  invalid_usage: EXIT.usage,
  no_working_directory: EXIT.usage,
  config_not_readable: EXIT.usage,
  invalid_server: EXIT.usage,
  invalid_argument: EXIT.usage,
  unknown_server: EXIT.usage,
  not_one_content: EXIT.usage,
  not_saved: EXIT.usage,
  trace_not_writable: EXIT.usage,
  trace_not_readable: EXIT.usage,
  invalid_trace: EXIT.usage,
  nothing_to_hear: EXIT.usage,
  answers_not_readable: EXIT.usage,
  invalid_answers: EXIT.usage,
  authorization_required: EXIT.authorization,
  unavailable: EXIT.unavailable,
  input_required: EXIT.inputRequired,
  timed_out: EXIT.timedOut,
  answer_too_large: EXIT.toolFailed,
  not_base64: EXIT.toolFailed,
  not_told: EXIT.toolFailed,
};

const OF_CLIENT: { readonly [code in ClientErrorCode]: ExitCode } = {
  duplicate_server: EXIT.usage,
  invalid_server_name: EXIT.usage,
  invalid_option: EXIT.usage,
  collision_rejected: EXIT.usage,
  unknown_tool: EXIT.usage,
  unknown_prompt: EXIT.usage,
  not_declared: EXIT.usage,
  unknown_server: EXIT.unexpected,
  invalid_method: EXIT.unexpected,
  denied: EXIT.unexpected,
  invalid_arguments: EXIT.usage,
  unchecked_result: EXIT.toolFailed,
  input_failed: EXIT.inputRequired,
  input_timed_out: EXIT.inputRequired,
  too_many_rounds: EXIT.toolFailed,
  client_closed: EXIT.unexpected,
  aborted: EXIT.unexpected,
  peer_unavailable: EXIT.unavailable,
  connection_closed: EXIT.unavailable,
  timed_out: EXIT.timedOut,
  resource_not_found: EXIT.toolFailed,
  list_failed: EXIT.toolFailed,
  rpc_error: EXIT.toolFailed,
  malformed_response: EXIT.toolFailed,
  url_required: EXIT.toolFailed,
  http_status: EXIT.toolFailed,
  unauthorized: EXIT.authorization,
  too_large: EXIT.toolFailed,
  input_required: EXIT.inputRequired,
  invalid_result: EXIT.toolFailed,
};
