import { CodedError } from "@x/wire";

/** Codes of {@link ConnectionError}. */
export type ConnectionErrorCode =
  | "already_settled"
  | "duplicate_id"
  | "invalid_deadline"
  | "too_many_pending";

/** Thrown where a caller breaks the contract of a connection; never for what a peer does. */
export class ConnectionError extends CodedError<ConnectionErrorCode> {
  override readonly name = "ConnectionError";
}
