import { CodedError } from "@x/wire";

/** Codes of {@link EraError}. */
export type EraErrorCode =
  | "invalid_allow_legacy"
  | "invalid_client_info"
  | "invalid_extension"
  | "invalid_revisions"
  | "invalid_timeout";

/** Thrown where a negotiation policy cannot be followed; never for what a peer does. */
export class EraError extends CodedError<EraErrorCode> {
  override readonly name = "EraError";
}
