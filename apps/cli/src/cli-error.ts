import { CodedError, type CodedErrorOptions } from "@x/wire";
import type { Phase } from "./failure-kind.js";

/**
 * Codes of {@link CliError}. `authorization_required` is exit code 3, `unavailable` 4, `answer_too_large`,
 * `not_base64`, `not_told` and `save_failed` 5, `input_required` 7, `timed_out` 8, every other one 2.
 */
export type CliErrorCode =
  | "invalid_usage"
  | "no_working_directory"
  | "config_not_readable"
  | "no_configuration"
  | "input_missing"
  | "invalid_server"
  | "unusable_server"
  | "invalid_argument"
  | "unknown_server"
  | "unknown_tool"
  | "not_one_content"
  | "not_saved"
  | "save_failed"
  | "file_exists"
  | "not_legacy"
  | "not_confirmed"
  | "same_file"
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

/** What a program is told of it beside the message. */
export interface About {
  /** The server that it is about. */
  readonly server?: string | undefined;
  /** Where the code alone does not tell. */
  readonly phase?: Phase;
  /** What to do, where that is not in the message. */
  readonly hint?: string | undefined;
  /** The last lines that the server wrote to stderr. */
  readonly stderrTail?: readonly string[] | undefined;
}

/** What keeps a command from giving an answer. The message is a sentence for the person who typed it. */
export class CliError extends CodedError<CliErrorCode> {
  override readonly name = "CliError";
  readonly about: About;

  constructor(message: string, options: CodedErrorOptions<CliErrorCode> & { about?: About }) {
    super(message, options);
    this.about = options.about ?? {};
  }
}

/** The error for a command line that cannot be meant. */
export function invalidUsage(message: string): CliError {
  return new CliError(message, { code: "invalid_usage" });
}
