import { CodedError } from "@x/wire";

/** Codes of {@link ValidateError}. */
export type ValidateErrorCode = "not_json" | "invalid_option";

/** Thrown for what the host did, never for what a server sent: that is a verdict. */
export class ValidateError extends CodedError<ValidateErrorCode> {
  override readonly name = "ValidateError";
}
