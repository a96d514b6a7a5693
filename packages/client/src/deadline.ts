import { type AbortSignalLike, type Clock, checkDeadline, TimedSignal } from "@x/connection";
import type { CallOptions } from "@x/router";
import { ClientError } from "./client-error.js";

/** How long a read is waited for. */
export type ReadOptions = Pick<CallOptions, "totalMs" | "signal" | "whenUnavailable">;

/** The time of a read that names none. */
const DEFAULT_TOTAL_MS = 60_000;

/** One reader's patience: others may wait for the same thing longer. Call {@link Deadline.clear} at its end. */
export class Deadline {
  readonly #totalMs: number;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #outer: AbortSignalLike | undefined;
  readonly #timed: TimedSignal;

  /** @throws ConnectionError `invalid_deadline`. */
  constructor(clock: Clock, { totalMs = DEFAULT_TOTAL_MS, signal }: ReadOptions) {
    checkDeadline("totalMs", totalMs);
    this.#totalMs = totalMs;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#outer = signal;
    this.#timed = new TimedSignal(clock, totalMs, signal);
  }

  /** Fires when there is no patience left. */
  get signal(): AbortSignalLike {
    return this.#timed.signal;
  }

  /** What is left, in milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.#totalMs - (this.#clock.now() - this.#startedAt));
  }

  /** The error for one that has run out, or was aborted by its caller. */
  error(where: string): ClientError {
    return this.#outer?.aborted && !this.#timed.hasTimedOut
      ? new ClientError(`${where} was given up: the caller aborted it.`, {
          code: "aborted",
          cause: this.#outer.reason,
        })
      : new ClientError(`${where} was given up: the total limit of ${this.#totalMs} ms ran out.`, {
          code: "timed_out",
        });
  }

  clear(): void {
    this.#timed.clear();
  }
}
