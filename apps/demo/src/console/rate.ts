/** How much may come at once, and how much a second. */
export interface RateLimits {
  readonly burst: number;
  readonly perSecond: number;
}

/** A bucket that fills up with time: {@link Rate.take} says whether there was still enough in it. */
export class Rate {
  readonly #limits: RateLimits;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** `now` gives milliseconds. */
  constructor(limits: RateLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#left = limits.burst;
    this.#at = now();
  }

  take(amount: number): boolean {
    const now = this.#now();
    const { burst, perSecond } = this.#limits;
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond) - amount;
    this.#at = now;
    return this.#left >= 0;
  }
}
