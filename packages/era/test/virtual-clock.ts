import type { Cancel, Clock } from "@x/connection";

interface Timer {
  readonly at: number;
  readonly owner: "client" | "world";
  readonly ring: () => void;
}

/** Time that stands still until it is told to go on. The server's own delays are kept apart. */
export class VirtualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(ms: number, f: () => void): Cancel {
    return this.#start("client", ms, f);
  }

  /** A delay of the world outside the client. */
  afterInWorld(ms: number, f: () => void): Cancel {
    return this.#start("world", ms, f);
  }

  /** Timers that the client has started and that are still to ring. */
  get clientTimers(): number {
    return [...this.#timers].filter(({ owner }) => owner === "client").length;
  }

  /** Goes on to the next timer and rings it; `false` where there is none. */
  ringNext(): boolean {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (next === undefined || timer.at < next.at) next = timer;
    if (next === undefined) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.ring();
    return true;
  }

  #start(owner: Timer["owner"], ms: number, ring: () => void): Cancel {
    const timer = { at: this.#now + ms, owner, ring };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}

/** Lets everything run that needs no time. */
export function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
