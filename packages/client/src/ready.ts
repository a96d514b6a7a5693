import type { AbortSignalLike, Cancel, Clock, Connection } from "@x/connection";
import type { Peer } from "./peer.js";

/** How long, and for what, somebody waits for a peer. */
export interface Waiting {
  /** In milliseconds. */
  readonly ms: number;
  readonly signal: AbortSignalLike | undefined;
  /** A connection that is known to be over, where the peer may not know yet. */
  readonly lost: Connection | undefined;
}

/** Those who wait for a peer to be ready again. */
export class ReadyWaiters {
  readonly #clock: Clock;
  readonly #waiting = new Map<Peer, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Settles when the peer is ready, when it will not be any more by itself, after `ms` milliseconds, or
   * when the signal fires.
   */
  wait(peer: Peer, { ms, signal, lost }: Waiting): Promise<void> {
    const isLost = peer.state.state === "ready" && peer.state.connection === lost;
    if ((isDecided(peer) && !isLost) || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const waiters = this.#waiting.get(peer) ?? new Set();
      this.#waiting.set(peer, waiters);
      const finish = (): void => {
        cancelTimer();
        waiters.delete(finish);
        signal?.removeEventListener("abort", finish);
        resolve();
      };
      const cancelTimer: Cancel = this.#clock.after(ms, finish);
      waiters.add(finish);
      signal?.addEventListener("abort", finish);
    });
  }

  /** A peer's state changed. */
  changed(peer: Peer): void {
    const waiters = this.#waiting.get(peer);
    if (waiters === undefined || !isDecided(peer)) return;
    this.#waiting.delete(peer);
    for (const finish of [...waiters]) finish();
  }
}

/** Whether to wait for it is no use, or not needed: it is ready, or nothing is planned for it. */
function isDecided({ state, bringUp }: Peer): boolean {
  switch (state.state) {
    case "idle":
      // It may wait for its turn.
      return bringUp === undefined;
    case "ready":
      return true;
    case "connecting":
      return false;
    case "unavailable":
      return state.retryInMs === undefined;
  }
}
