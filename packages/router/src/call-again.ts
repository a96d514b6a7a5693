import type { AbortSignalLike, Connection } from "@x/connection";
import type { Entry } from "@x/registry";
import { HEADER_MISMATCH } from "@x/wire";
import type { Owner } from "./routes.js";
import type { Unmet } from "./unmet.js";

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
  /** Finds out whether a peer that may be gone is still there; settles when that is known. */
  check(peer: string, connection: Connection): Promise<void>;
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
 * What was certainly not sent may go again; what may have been received only where that is safe. A
 * server that finds the headers wrong gets a tool's call once more after its tools were listed anew
 * (specification 2026-07-28, "Streamable HTTP", "Client Behavior").
 */
export function sequel(unmet: Unmet, isSafe: boolean): Sequel {
  if (unmet.type === "rpc_error") {
    return unmet.error.code === HEADER_MISMATCH ? "relist" : "none";
  }
  if (unmet.type !== "no_response") return "none";
  const end = unmet.outcome;
  switch (end.type) {
    case "closed":
      if (end.reason.type === "local") return "none";
      return !end.written || isSafe ? "repeat" : "none";
    case "stream_ended":
    case "unreachable":
      return isSafe ? "repeat" : "none";
    case "cancelled_by_server":
    case "timed_out":
    case "malformed":
    case "too_large":
    case "http_status":
    case "aborted":
      return "none";
  }
}

/** Whether a tool's call that its server may have received may go there again. */
export function isSafeToRepeat({ tool }: Entry, safety: Safety): boolean {
  if (safety !== "idempotent") return safety === "always";
  const { annotations } = tool;
  return annotations?.["idempotentHint"] === true || annotations?.["readOnlyHint"] === true;
}

/** Whether a request that may be made twice was lost, and can be made again. */
export function isLost(unmet: Unmet): boolean {
  return sequel(unmet, true) === "repeat";
}
