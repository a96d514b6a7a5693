import type { Cancel, Clock } from "@x/connection";

/** How long a stream may stay open after its answer, in milliseconds; up to twice as long happens. */
const LINGER_MS = 1000;

/** Something that is to end by itself once it was answered, and is ended otherwise. */
export interface Lingerer {
  /** Whether it was answered, and whether that was so at the last look. */
  linger: "no" | "answered" | "seen";
}

/**
 * Ends reply streams that were answered and are still open, as servers should not leave them.
 *
 * They are marked where they are, and looked at by one timer: a collection of their own would cost every
 * call as much as a map of them does (see `IdTable`).
 */
export class Lingering<One extends Lingerer> {
  readonly #clock: Clock;
  readonly #open: Iterable<One>;
  readonly #end: (one: One) => void;
  #stopTimer: Cancel | undefined;
  #over = false;

  /** `open` is all there is, answered or not; `end` takes one out of it. */
  constructor(clock: Clock, open: Iterable<One>, end: (one: One) => void) {
    this.#clock = clock;
    this.#open = open;
    this.#end = end;
  }

  answered(one: One): void {
    if (this.#over) return;
    one.linger = "answered";
    this.#stopTimer ??= this.#clock.after(LINGER_MS, () => this.#sweep());
  }

  /** Nothing is waited for any more, nor will be. */
  stop(): void {
    this.#over = true;
    this.#stopTimer?.();
  }

  #sweep(): void {
    this.#stopTimer = undefined;
    let isLeft = false;
    for (const one of this.#open) {
      if (one.linger === "seen") this.#end(one);
      if (one.linger !== "answered") continue;
      one.linger = "seen";
      isLeft = true;
    }
    if (isLeft) this.#stopTimer = this.#clock.after(LINGER_MS, () => this.#sweep());
  }
}
