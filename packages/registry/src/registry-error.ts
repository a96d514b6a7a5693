import { CodedError, type CodedErrorOptions } from "@x/wire";

/** Codes of {@link RegistryError}. */
export type RegistryErrorCode =
  | "invalid_peer_name"
  | "duplicate_peer"
  | "unknown_peer"
  | "collision_rejected";

/** What a {@link RegistryError} carries beside its sentence. */
export interface RegistryErrorOptions extends CodedErrorOptions<RegistryErrorCode> {
  readonly local?: string;
  readonly peers?: readonly [string, string];
}

/**
 * Thrown where a configuration cannot be served, or where a caller breaks the contract of this
 * package. What a peer's list holds is never thrown, with one exception that the operator asked
 * for: `collision_rejected` under the policy `reject`.
 */
export class RegistryError extends CodedError<RegistryErrorCode> {
  override readonly name = "RegistryError";
  /** With `collision_rejected`: the name that two peers offer. */
  readonly local: string | undefined;
  /** With `collision_rejected`: the two peers, in declared order. */
  readonly peers: readonly [string, string] | undefined;

  constructor(message: string, options: RegistryErrorOptions) {
    super(message, options);
    this.local = options.local;
    this.peers = options.peers;
  }
}
