import { CodedError } from "@x/wire";

/**
 * Codes of {@link CliError}. `authorization_required` is exit code 3, `unavailable` 4, `answer_too_large`,
 * `not_base64` and `not_told` 5, `input_required` 7, `timed_out` 8, every other one 2.
 */
export type CliErrorCode =
  | "invalid_usage"
  | "no_working_directory"
  | "config_not_readable"
  | "invalid_server"
  | "invalid_argument"
  | "unknown_server"
  | "not_one_content"
  | "not_saved"
  | "trace_not_writable"
  | "trace_not_readable"
  | "invalid_trace"
  | "nothing_to_hear"
  | "answers_not_readable"
  | "invalid_answers"
  | "authorization_required"
  | "unavailable"
  | "input_required"
  | "timed_out"
  | "answer_too_large"
  | "not_base64"
  | "not_told";

/** What keeps a command from giving an answer. The message is a sentence for the person who typed it. */
export class CliError extends CodedError<CliErrorCode> {
  override readonly name = "CliError";
}

/** The error for a command line that cannot be meant. */
export function invalidUsage(message: string): CliError {
  return new CliError(message, { code: "invalid_usage" });
}
