import type { AbortSignalLike } from "./abort.js";
import { Aborter } from "./aborter.js";
import type { Clock } from "./clock.js";

/** A signal that fires after so many milliseconds, or with one of others. To be cleared when it is done with. */
export class TimedSignal {
  readonly #aborter = new Aborter();
  readonly #outers: readonly AbortSignalLike[];
  readonly #cancelTimer: () => void;
  readonly #abort = (): void => this.#aborter.abort();
  #hasTimedOut = false;

  constructor(clock: Clock, ms: number, ...outers: readonly (AbortSignalLike | undefined)[]) {
    this.#outers = outers.filter((outer) => outer !== undefined);
    this.#cancelTimer = clock.after(ms, () => {
      this.#hasTimedOut = !this.#aborter.aborted;
      this.#aborter.abort();
    });
    for (const outer of this.#outers) {
      outer.addEventListener("abort", this.#abort);
      if (outer.aborted) this.#abort();
    }
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
    for (const outer of this.#outers) outer.removeEventListener("abort", this.#abort);
  }
}
