import { ClientError, type ClientErrorCode } from "@x/client";
import { ConfigError } from "@x/config";
import { CliError, type CliErrorCode } from "./cli-error.js";
import { EXIT, type ExitCode } from "./exit-code.js";

/**
 * How far a command had come when it failed: its words were read (`usage`), files (`configuration`), a server's
 * part of them (`resolve`), servers opened
 * (`open`), the server, name and arguments found (`find`), a server asked (`request`), a server's own request answered
 * (`input`), the answer printed or saved (`answer`); `unexpected` is a fault of this program.
 */
export const PHASES = [
  "usage",
  "configuration",
  "resolve",
  "open",
  "find",
  "request",
  "input",
  "answer",
  "unexpected",
] as const;

/** One of {@link PHASES}. */
export type Phase = (typeof PHASES)[number];

/** What is known of an error by its code alone. */
export interface FailureKind {
  readonly phase: Phase;
  readonly exitCode: ExitCode;
}

/** What kind of failure an error is that nothing handled. */
export function failureKind(error: unknown): FailureKind {
  const [phase, exitCode] = kindOf(error);
  return { phase, exitCode };
}

type Kind = readonly [phase: Phase, exitCode: ExitCode];

function kindOf(error: unknown): Kind {
  if (error instanceof ClientError) return OF_CLIENT[error.code];
  if (error instanceof CliError) return OF_CLI[error.code];
  return error instanceof ConfigError
    ? ["configuration", EXIT.usage]
    : ["unexpected", EXIT.unexpected];
}

const OF_CLI: { readonly [code in CliErrorCode]: Kind } = {
  invalid_usage: ["usage", EXIT.usage],
  no_working_directory: ["usage", EXIT.usage],
  config_not_readable: ["configuration", EXIT.usage],
  no_configuration: ["configuration", EXIT.usage],
  input_missing: ["configuration", EXIT.usage],
  invalid_server: ["configuration", EXIT.usage],
  unusable_server: ["resolve", EXIT.usage],
  invalid_argument: ["find", EXIT.usage],
  unknown_server: ["find", EXIT.usage],
  unknown_tool: ["find", EXIT.usage],
  not_one_content: ["answer", EXIT.usage],
  not_saved: ["answer", EXIT.usage],
  file_exists: ["answer", EXIT.usage],
  not_legacy: ["open", EXIT.usage],
  not_confirmed: ["input", EXIT.usage],
  same_file: ["configuration", EXIT.usage],
  trace_not_writable: ["configuration", EXIT.usage],
  trace_not_readable: ["configuration", EXIT.usage],
  invalid_trace: ["configuration", EXIT.usage],
  nothing_to_hear: ["request", EXIT.usage],
  answers_not_readable: ["configuration", EXIT.usage],
  invalid_answers: ["configuration", EXIT.usage],
  authorization_required: ["open", EXIT.authorization],
  unavailable: ["open", EXIT.unavailable],
  input_required: ["input", EXIT.inputRequired],
  timed_out: ["open", EXIT.timedOut],
  answer_too_large: ["answer", EXIT.toolFailed],
  not_base64: ["answer", EXIT.toolFailed],
  save_failed: ["answer", EXIT.toolFailed],
  not_told: ["request", EXIT.toolFailed],
};

const OF_CLIENT: { readonly [code in ClientErrorCode]: Kind } = {
  duplicate_server: ["configuration", EXIT.usage],
  invalid_server_name: ["configuration", EXIT.usage],
  invalid_option: ["configuration", EXIT.usage],
  collision_rejected: ["open", EXIT.usage],
  unknown_tool: ["find", EXIT.usage],
  unknown_prompt: ["find", EXIT.usage],
  not_declared: ["find", EXIT.usage],
  unknown_server: ["unexpected", EXIT.unexpected],
  invalid_method: ["unexpected", EXIT.unexpected],
  denied: ["find", EXIT.unexpected],
  invalid_arguments: ["find", EXIT.usage],
  unchecked_result: ["request", EXIT.toolFailed],
  input_failed: ["input", EXIT.inputRequired],
  input_timed_out: ["input", EXIT.inputRequired],
  too_many_rounds: ["input", EXIT.toolFailed],
  client_closed: ["unexpected", EXIT.unexpected],
  aborted: ["unexpected", EXIT.unexpected],
  peer_unavailable: ["open", EXIT.unavailable],
  connection_closed: ["request", EXIT.unavailable],
  timed_out: ["request", EXIT.timedOut],
  resource_not_found: ["request", EXIT.toolFailed],
  list_failed: ["request", EXIT.toolFailed],
  rpc_error: ["request", EXIT.toolFailed],
  malformed_response: ["request", EXIT.toolFailed],
  url_required: ["request", EXIT.toolFailed],
  http_status: ["request", EXIT.toolFailed],
  unauthorized: ["request", EXIT.authorization],
  too_large: ["request", EXIT.toolFailed],
  input_required: ["input", EXIT.inputRequired],
  invalid_result: ["request", EXIT.toolFailed],
};
