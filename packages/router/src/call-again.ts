import type { AbortSignalLike, Connection } from "@x/connection";
import type { Entry } from "@x/registry";
import { HEADER_MISMATCH } from "@x/wire";
import type { CallOutcome } from "./call-outcome.js";
import type { Owner } from "./routes.js";

/**
 * Whether a call that may have reached its server may be made again: the operator's word for a tool.
 * `idempotent` takes the server's own claim for it (`idempotentHint` or `readOnlyHint`).
 */
export type Safety = "never" | "idempotent" | "always";

/** What a router needs to carry a call across the loss of its owner. */
export interface Recovery {
  /** Milliseconds since some fixed moment, by which a call's time is counted over all attempts. */
  now(): number;
  /**
   * Settles when the peer is ready on another connection than `lost`, or cannot be within the patience,
   * with how it stands then. Never rejects.
   */
  ready(peer: string, patience: Patience, lost: Connection | undefined): Promise<Owner>;
  /** Lists the peer's tools anew and merges them; settles when that is over, or the patience. */
  relist(peer: string, patience: Patience): Promise<void>;
  safety(entry: Entry): Safety;
}

/** For how long a call can wait. */
export interface Patience {
  /** In milliseconds. */
  readonly ms: number;
  readonly signal: AbortSignalLike | undefined;
}

/** How often one call is made again after losses, at most. */
export const MAX_REPEATS = 2;

/** What is to follow a call that ended like this. */
export type Sequel = "none" | "repeat" | "relist";

/**
 * Decides what follows the end of one attempt.
 *
 * What was certainly not sent may go again; what may have been received only where the operator says so
 * of the tool, or the server and the operator both. A server that finds the headers wrong gets the call
 * once more after its tools were listed anew (specification 2026-07-28, "Streamable HTTP", "Client
 * Behavior").
 */
export function sequel(outcome: CallOutcome, safety: Safety): Sequel {
  if (outcome.type === "rpc_error") {
    return outcome.error.code === HEADER_MISMATCH ? "relist" : "none";
  }
  if (outcome.type !== "no_response") return "none";
  const end = outcome.outcome;
  switch (end.type) {
    case "closed":
      if (end.reason.type === "local") return "none";
      return !end.written || maySendAgain(outcome.entry, safety) ? "repeat" : "none";
    case "stream_ended":
      return maySendAgain(outcome.entry, safety) ? "repeat" : "none";
    case "cancelled_by_server":
    case "timed_out":
    case "malformed":
    case "too_large":
    case "unreachable":
    case "http_status":
    case "aborted":
      return "none";
  }
}

function maySendAgain({ tool }: Entry, safety: Safety): boolean {
  if (safety !== "idempotent") return safety === "always";
  const { annotations } = tool;
  return annotations?.["idempotentHint"] === true || annotations?.["readOnlyHint"] === true;
}
