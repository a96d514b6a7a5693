import { CodedError } from "@x/wire";

/** Codes of {@link CliError}. `unavailable` is exit code 4, every other one is 2. */
export type CliErrorCode =
  | "invalid_usage"
  | "config_not_readable"
  | "invalid_argument"
  | "unavailable";

/** What keeps a command from giving an answer. The message is a sentence for the person who typed it. */
export class CliError extends CodedError<CliErrorCode> {
  override readonly name = "CliError";
}
