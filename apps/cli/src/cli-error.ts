import { CodedError } from "@x/wire";

/** Codes of {@link CliError}. `unavailable` is exit code 4, `answer_too_large` 5, every other one 2. */
export type CliErrorCode =
  | "invalid_usage"
  | "no_working_directory"
  | "config_not_readable"
  | "invalid_argument"
  | "unavailable"
  | "answer_too_large";

/** What keeps a command from giving an answer. The message is a sentence for the person who typed it. */
export class CliError extends CodedError<CliErrorCode> {
  override readonly name = "CliError";
}
