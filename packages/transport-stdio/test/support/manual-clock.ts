import type { Clock } from "@x/connection";

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly f: () => void }>();

  /** Timers that are neither cancelled nor due. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, f: () => void): () => void {
    const timer = { at: this.#now + ms, f };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Moves on, and runs what has become due, in order. */
  advance(ms: number): void {
    this.#now += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    for (const timer of due) {
      if (this.#timers.delete(timer)) timer.f();
    }
  }
}
