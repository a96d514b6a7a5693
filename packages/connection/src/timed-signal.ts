import { Aborter, type AbortSignalLike } from "@x/wire";
import type { Clock } from "./clock.js";

/** A signal that fires after so many milliseconds, or with one of others. To be cleared when it is done with. */
export class TimedSignal {
  readonly #aborter: Aborter;
  readonly #cancelTimer: () => void;
  #hasTimedOut = false;

  constructor(clock: Clock, ms: number, ...outers: readonly (AbortSignalLike | undefined)[]) {
    this.#aborter = new Aborter(...outers);
    this.#cancelTimer = clock.after(ms, () => {
      this.#hasTimedOut = !this.#aborter.aborted;
      this.#aborter.abort();
    });
  }

  get signal(): AbortSignalLike {
    return this.#aborter;
  }

  /** Whether it fired because the time was over. */
  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** Leaves no timer and no listener behind; it does not fire any more. */
  clear(): void {
    this.#cancelTimer();
    this.#aborter.release();
  }
}
