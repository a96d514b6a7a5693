import type { AbortSignalLike } from "@x/wire";
import type { Binding } from "./binding.js";
import type { Clock } from "./clock.js";
import type { Connection } from "./connection.js";

/** What a transport is given for one opening. */
export interface OpenOptions {
  readonly clock: Clock;
  /** Gives up opening; nothing stays behind. */
  readonly signal?: AbortSignalLike;
}

/**
 * Opening failed: no such command, refused, TLS. Never evidence about an era.
 *
 * `code` is the platform's own where there is one (`ENOENT`, `ECONNREFUSED`). `message` names the
 * thing and the remedy.
 */
export interface OpenFailure {
  readonly type: "open_failure";
  readonly phase: "spawn" | "connect" | "tls" | "aborted";
  readonly code: string;
  readonly message: string;
}

/** Opens connections to one binding. Each `open` is a new lifetime. */
export interface Transport {
  readonly binding: Binding;
  /**
   * Never rejects for what the other side does. Whoever opens gives up by the signal after a time of its own, and
   * closes what is opened later.
   */
  open(options: OpenOptions): Promise<Connection | OpenFailure>;
  /**
   * The authorization context that requests are sent in now: an opaque digest of all that tells one user
   * of this binding from another, beyond the binding itself. Changes when that changes, and is never a
   * secret itself. What was sent between two different ones may have been asked in either.
   *
   * Opens nothing, and never rejects. Left out where the transport knows of no such thing.
   */
  authorization?(): Promise<string>;
}
