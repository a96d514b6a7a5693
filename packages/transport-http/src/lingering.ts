import type { Cancel, Clock } from "@x/connection";

/** How long a stream may stay open after its answer, in milliseconds; up to twice as long happens. */
const LINGER_MS = 1000;

/** Something that is to end by itself, and is ended otherwise. */
export interface Lingerer {
  stop(): void;
}

/**
 * Reply streams that were answered and are still open, as servers should not leave them. One timer ends
 * all that outstay their time.
 */
export class Lingering {
  readonly #clock: Clock;
  readonly #open = new Set<Lingerer>();
  #stopTimer: Cancel | undefined;
  #over = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(one: Lingerer): void {
    if (this.#over) return;
    this.#open.add(one);
    this.#stopTimer ??= this.#clock.after(LINGER_MS, () => this.#sweep(new Set()));
  }

  delete(one: Lingerer): void {
    this.#open.delete(one);
  }

  /** Nothing is waited for any more, nor will be. */
  stop(): void {
    this.#over = true;
    this.#stopTimer?.();
    this.#open.clear();
  }

  /** Ends what was open at the last look too. */
  #sweep(before: ReadonlySet<Lingerer>): void {
    for (const one of this.#open) {
      if (!before.has(one)) continue;
      this.#open.delete(one);
      one.stop();
    }
    const seen = new Set(this.#open);
    this.#stopTimer =
      seen.size === 0 ? undefined : this.#clock.after(LINGER_MS, () => this.#sweep(seen));
  }
}
