import { CodedError } from "./coded-error.js";

/** Codes of {@link WireError}. */
export type WireErrorCode =
  | "not_serializable"
  | "invalid_id"
  | "invalid_meta_key"
  | "invalid_meta_value"
  | "invalid_limit";

/** Thrown where a caller of this package breaks its contract; never for what a peer sent. */
export class WireError extends CodedError<WireErrorCode> {
  override readonly name = "WireError";
}
