import { CodedError } from "@x/wire";

/** Codes of {@link SubscriptionsError}. */
export type SubscriptionsErrorCode = "invalid_filter" | "invalid_limit" | "already_read" | "closed";

/** Thrown where a caller breaks the contract of this package; never for what a peer does. */
export class SubscriptionsError extends CodedError<SubscriptionsErrorCode> {
  override readonly name = "SubscriptionsError";
}
