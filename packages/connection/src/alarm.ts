import type { Cancel, Clock } from "./clock.js";

/**
 * One timer for many deadlines.
 *
 * It only ever moves to an earlier moment: a deadline that goes away leaves it standing, and the
 * ring then finds nothing due and is set for what is left. So a call that is answered in time costs
 * no timer.
 */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: (dueSince: number) => void;
  #at: number = Number.POSITIVE_INFINITY;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, ring: (dueSince: number) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings no later than `at`; `Infinity` asks for nothing. */
  noLaterThan(at: number): void {
    if (at >= this.#at) return;
    this.#cancel?.();
    this.#at = at;
    this.#cancel = this.#clock.after(at - this.#clock.now(), () => {
      const dueSince = this.#at;
      this.#at = Number.POSITIVE_INFINITY;
      this.#cancel = undefined;
      this.#ring(dueSince);
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#at = Number.POSITIVE_INFINITY;
  }
}
