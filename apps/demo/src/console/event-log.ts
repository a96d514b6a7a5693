import type { ConsoleEvent } from "./protocol.js";

/** How many events a page that comes later gets. */
const MAX_KEPT = 300;

/** Numbers what happens, and keeps the last of it. */
export class EventLog {
  readonly #startedAt: number;
  readonly #emit: (event: ConsoleEvent) => void;
  readonly #kept: ConsoleEvent[] = [];
  #last = 0;

  /** `startedAt` is the moment, by `performance.now()`, that events are counted from. */
  constructor(startedAt: number, emit: (event: ConsoleEvent) => void) {
    this.#startedAt = startedAt;
    this.#emit = emit;
  }

  /** The last events, oldest first. */
  get recent(): readonly ConsoleEvent[] {
    return this.#kept;
  }

  add(told: Omit<ConsoleEvent, "n" | "at">): void {
    this.#last += 1;
    const event: ConsoleEvent = { n: this.#last, at: performance.now() - this.#startedAt, ...told };
    this.#kept.push(event);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    this.#emit(event);
  }
}
