import { Aborter, type AbortSignalLike } from "@x/connection";
import type { Fetched } from "./fetched.js";

/**
 * How a read ended. Times are the clock's milliseconds; values are shared, and not to be changed.
 *
 * - `current`: fresh from the cache, or just received. It is fresh until `freshUntil`; what is stale at
 *   once, as all of a legacy server is, was received at that very moment.
 * - `outdated`: received, but changes were announced during both fetches that the reader waited for.
 * - `stale`: the last good result, `ageMs` old, in place of one that could not be fetched.
 * - `failed`: the fetch failed.
 * - `aborted`: by the reader's own signal.
 */
export type Reading<V, F> =
  | {
      readonly type: "current";
      readonly value: V;
      readonly from: "cache" | "server";
      readonly receivedAt: number;
      readonly freshUntil: number;
    }
  | { readonly type: "outdated"; readonly value: V; readonly receivedAt: number }
  | { readonly type: "stale"; readonly value: V; readonly failure: F; readonly ageMs: number }
  | { readonly type: "failed"; readonly failure: F }
  | { readonly type: "aborted"; readonly reason: unknown };

/** Asks the server. Rejects only for a mistake of its caller; the signal tells that nobody waits. */
export type Fetch<V, F> = (signal: AbortSignalLike) => Promise<Fetched<V, F>>;

/** One who waits. */
export interface Reader<V, F> {
  readonly fetch: Fetch<V, F>;
  readonly settle: (reading: Reading<V, F>) => void;
  readonly reject: (error: unknown) => void;
  /** Fetches that were outdated when they ended, and for all of whose end this reader was there. */
  waitedFor: number;
}

/** How many fetches one reader waits for at most. */
const MAX_FETCHES = 2;

/** All who wait for one key at the same time, and the fetch that is under way for them. */
export class Flight<V, F> {
  readonly #readers = new Set<Reader<V, F>>();
  #aborter: Aborter | undefined;

  /** The one whose fetch is used: the newest, since an older one may hold on to a dead connection. */
  get leader(): Reader<V, F> | undefined {
    return [...this.#readers].at(-1);
  }

  /** Waits; the signal takes this reader out, and with the last one the fetch is given up. */
  join(fetch: Fetch<V, F>, signal: AbortSignalLike | undefined): Promise<Reading<V, F>> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        reader.settle({ type: "aborted", reason: signal?.reason });
        if (this.#readers.size === 0) {
          this.#aborter?.abort();
        }
      };
      const leave = (): void => {
        this.#readers.delete(reader);
        signal?.removeEventListener("abort", abort);
      };
      const reader: Reader<V, F> = {
        fetch,
        settle: (reading) => {
          leave();
          resolve(reading);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
        waitedFor: 0,
      };
      this.#readers.add(reader);
      signal?.addEventListener("abort", abort);
    });
  }

  /**
   * Runs the leader's fetch. `undefined` where there is nothing to give: nobody waited for it any
   * more, or it broke the contract, which its reader alone is told.
   */
  async fetch(leader: Reader<V, F>): Promise<Fetched<V, F> | undefined> {
    const aborter = new Aborter();
    this.#aborter = aborter;
    try {
      const fetched = await leader.fetch(aborter);
      return aborter.aborted && fetched.type === "failed" ? undefined : fetched;
    } catch (error) {
      leader.reject(error);
      return undefined;
    } finally {
      this.#aborter = undefined;
    }
  }

  /** Ends it for all who wait. */
  settle(reading: Reading<V, F>): void {
    for (const reader of [...this.#readers]) {
      reader.settle(reading);
    }
  }

  /** The same where something broke that is nobody's part. */
  reject(error: unknown): void {
    for (const reader of [...this.#readers]) {
      reader.reject(error);
    }
  }

  /** A fetch is over that was outdated meanwhile: ends it for those who have waited long enough. */
  settleOutdated(reading: Reading<V, F>): void {
    for (const reader of [...this.#readers]) {
      reader.waitedFor += 1;
      if (reader.waitedFor >= MAX_FETCHES) {
        reader.settle(reading);
      }
    }
  }
}
