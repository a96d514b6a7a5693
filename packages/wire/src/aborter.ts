import type { AbortSignalLike } from "./abort.js";

/** An abort signal, and the way to set it off, for packages that use no platform. */
export class Aborter implements AbortSignalLike {
  readonly #followed: readonly AbortSignalLike[];
  readonly #listeners = new Set<() => void>();
  readonly #follow = (): void => {
    const first = this.#followed.find(({ aborted }) => aborted);
    if (first !== undefined) this.abort(first.reason);
  };
  #aborted = false;
  #reason: unknown;

  /**
   * Goes off with the first of those that it follows, for the same reason; at once where one has gone off.
   * One that outlives this needs {@link release}.
   */
  constructor(...followed: readonly (AbortSignalLike | undefined)[]) {
    this.#followed = followed.filter((signal) => signal !== undefined);
    for (const signal of this.#followed) signal.addEventListener("abort", this.#follow);
    this.#follow();
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Sets it off, once. */
  abort(reason?: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    this.release();
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }

  /** It follows no more. */
  release(): void {
    for (const signal of this.#followed) signal.removeEventListener("abort", this.#follow);
  }
}
