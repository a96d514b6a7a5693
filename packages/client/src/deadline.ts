import { Aborter, type AbortSignalLike, type Clock } from "@x/connection";
import type { CallOptions } from "@x/router";
import { ClientError } from "./client-error.js";

/** How long a read is waited for. */
export type ReadOptions = Pick<CallOptions, "totalMs" | "signal" | "whenUnavailable">;

/** The time of a read that names none. */
const DEFAULT_TOTAL_MS = 60_000;

/** One reader's patience: others may wait for the same thing longer. Call {@link Deadline.clear} at its end. */
export class Deadline {
  readonly totalMs: number;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #outer: AbortSignalLike | undefined;
  readonly #aborter = new Aborter();
  readonly #cancelTimer: () => void;
  readonly #abort = (): void => this.#aborter.abort();

  constructor(clock: Clock, { totalMs = DEFAULT_TOTAL_MS, signal }: ReadOptions) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#outer = signal;
    this.#cancelTimer = clock.after(totalMs, this.#abort);
    signal?.addEventListener("abort", this.#abort);
    if (signal?.aborted) this.#abort();
  }

  /** Fires when there is no patience left. */
  get signal(): AbortSignalLike {
    return this.#aborter;
  }

  /** What is left, in milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.totalMs - (this.#clock.now() - this.#startedAt));
  }

  /** The error for one that has run out, or was aborted by its caller. */
  error(where: string): ClientError {
    const { totalMs } = this;
    return this.#outer?.aborted
      ? new ClientError(`${where} was given up: the caller aborted it.`, {
          code: "aborted",
          cause: this.#outer.reason,
        })
      : new ClientError(`${where} was given up: the total limit of ${totalMs} ms ran out.`, {
          code: "timed_out",
        });
  }

  clear(): void {
    this.#cancelTimer();
    this.#outer?.removeEventListener("abort", this.#abort);
  }
}
