import type { SignalLike } from "./handlers.js";

/** A signal of this package's own, which goes off with the one that it follows, or before. */
export class RoundSignal implements SignalLike {
  readonly #followed: SignalLike | undefined;
  readonly #follow = (): void => {
    this.abort(this.#followed?.reason);
  };
  readonly #listeners = new Set<() => void>();
  #aborted = false;
  #reason: unknown;

  constructor(followed: SignalLike | undefined) {
    this.#followed = followed;
    if (followed?.aborted) this.abort(followed.reason);
    else followed?.addEventListener("abort", this.#follow);
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
    this.#followed?.removeEventListener("abort", this.#follow);
  }
}
