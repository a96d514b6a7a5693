import type { AbortSignalLike } from "@x/connection";

/**
 * Runs tasks side by side, at most so many at once, in the order in which they were given. A task whose
 * signal fires while it waits for its turn is never run.
 */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  async run(task: () => Promise<void>, signal: AbortSignalLike): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#turn(signal))) return;
    try {
      await task();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  /** Whether the turn came, and not the end of the wish for it. */
  #turn(signal: AbortSignalLike): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (itIsOn: boolean): void => {
        this.#waiting.delete(start);
        signal.removeEventListener("abort", giveUp);
        resolve(itIsOn);
      };
      const start = (): void => end(true);
      const giveUp = (): void => end(false);
      this.#waiting.add(start);
      signal.addEventListener("abort", giveUp);
    });
  }
}
