import { CodedError } from "@x/wire";

/** Codes of {@link StdioError}. */
export type StdioErrorCode =
  | "invalid_command"
  | "invalid_argument"
  | "invalid_cwd"
  | "invalid_environment"
  | "invalid_limit"
  | "invalid_record"
  | "unsupported_platform";

/**
 * Thrown where a caller of this package breaks its contract; never for what a process or the
 * operating system does. The message names an environment variable, never its value.
 */
export class StdioError extends CodedError<StdioErrorCode> {
  override readonly name = "StdioError";
}
