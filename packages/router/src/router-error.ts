import { CodedError } from "@x/wire";

/** Codes of {@link RouterError}. */
export type RouterErrorCode = "invalid_arguments" | "invalid_option";

/** Thrown where a caller breaks the contract of a call; never for what a peer does. */
export class RouterError extends CodedError<RouterErrorCode> {
  override readonly name = "RouterError";
}
