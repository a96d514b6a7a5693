import { CodedError } from "@x/wire";

/**
 * Codes of {@link CliError}. `authorization_required` is exit code 3, `unavailable` 4, `answer_too_large`
 * 5, every other one 2.
 */
export type CliErrorCode =
  | "invalid_usage"
  | "no_working_directory"
  | "config_not_readable"
  | "invalid_server"
  | "invalid_argument"
  | "authorization_required"
  | "unavailable"
  | "answer_too_large";

/** What keeps a command from giving an answer. The message is a sentence for the person who typed it. */
export class CliError extends CodedError<CliErrorCode> {
  override readonly name = "CliError";
}
