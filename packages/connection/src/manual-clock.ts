import type { Cancel, Clock } from "./clock.js";

/**
 * A clock that moves only when it is told to, for tests and simulations.
 *
 * It begins at 0. Timers ring in the order of their moments, those of one moment in the order in which
 * they were started; a timer started meanwhile rings too if its moment is reached.
 */
export class ManualClock implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly f: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, f: () => void): Cancel {
    const timer = { at: this.#now + Math.max(0, ms), f };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** How many timers have not rung yet. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Milliseconds until the next timer rings; `undefined` where there is none. */
  get untilNext(): number | undefined {
    const next = this.#next();
    return next === undefined ? undefined : next.at - this.#now;
  }

  /** Moves on by `ms` milliseconds and rings what comes due on the way. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      const { at, f } = next;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, at);
      f();
    }
    this.#now = end;
  }

  #next(): { readonly at: number; readonly f: () => void } | undefined {
    return this.#timers.reduce<{ readonly at: number; readonly f: () => void } | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined,
    );
  }
}
