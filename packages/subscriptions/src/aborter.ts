import type { AbortSignalLike } from "@x/connection";

/** An abort signal for one exchange, and the way to set it off, without a platform's own. */
export class Aborter implements AbortSignalLike {
  readonly #listeners = new Set<() => void>();
  #aborted = false;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    this.#aborted = true;
    for (const listener of [...this.#listeners]) listener();
  }
}
