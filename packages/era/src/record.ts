import type { ReasonCode } from "./reason.js";

/** One thing that came back, and what it came back for. */
export interface Evidence {
  readonly step: "open" | "probe" | "initialize";
  /** The method and the revision asked for; absent where it answers nothing that is still waited for. */
  readonly sent?: string;
  /** One short line for people: `error -32601 "Method not found"`, `nothing within 5000 ms`. */
  readonly received: string;
  /** The last lines on stderr of a process that ended instead of answering, oldest first, bounded. */
  readonly stderr?: readonly string[];
  /** Milliseconds since negotiation began. */
  readonly atMs: number;
}

/** Why a negotiation ended the way it did. Every negotiation leaves one. */
export interface DecisionRecord {
  readonly verdict: "modern" | "legacy" | "unavailable";
  /**
   * What is known of the peer's era. For an unavailable peer `modern` where it was recognised as
   * modern before something else failed, and else `unknown`: never a guess.
   */
  readonly era: "modern" | "legacy" | "unknown";
  /** The agreed revision; `null` where nothing was agreed. */
  readonly revision: string | null;
  readonly reason: ReasonCode;
  /** A sentence with what was seen, and the remedy where there is one. */
  readonly message: string;
  /** In the order in which it came. */
  readonly evidence: readonly Evidence[];
  /** Milliseconds from the beginning to the decision. */
  readonly elapsedMs: number;
}
