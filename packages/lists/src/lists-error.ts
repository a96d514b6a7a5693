import { CodedError } from "@x/wire";

/** Codes of {@link ListsError}. */
export type ListsErrorCode = "invalid_limit";

/** Thrown where a caller breaks the contract of this package; never for what a peer does. */
export class ListsError extends CodedError<ListsErrorCode> {
  override readonly name = "ListsError";
}
