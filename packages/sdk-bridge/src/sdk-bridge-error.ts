import { CodedError } from "@x/wire";

/** Codes of {@link SdkBridgeError}. */
export type SdkBridgeErrorCode =
  | "already_started"
  | "not_connected"
  | "invalid_message"
  | "open_failed"
  | "no_answer"
  | "connection_closed"
  | "peer_fault";

/**
 * What a transport made by `toSdkTransport` tells the official client: thrown by `start` and `send`,
 * or handed to `onerror`.
 *
 * An official transport has nothing but errors to say it with, so here even what a peer does is one.
 * `cause` then is the value that it was made of: an `OpenFailure`, an `ExchangeOutcome`, a
 * `CloseReason` or a `Fault`.
 */
export class SdkBridgeError extends CodedError<SdkBridgeErrorCode> {
  override readonly name = "SdkBridgeError";
}
