import type { AbortSignalLike, Clock } from "@x/connection";
import { type CacheKeys, type CacheRequest, cacheKeys, carriesInput } from "./cache-key.js";
import type { CacheEntry } from "./cache-store.js";
import type { Changes } from "./changes.js";
import type { Accepts, Entries } from "./entries.js";
import type { Fetched } from "./fetched.js";
import { type Fetch, Flight, type Reading } from "./flight.js";
import { isFresh } from "./freshness.js";

/** What is kept of one kind, such as results or whole lists. */
export interface CachedKind<V> {
  /** A name of its own, which is part of every key. */
  readonly kind: string;
  /** Whether what the store gives is a value of this kind. */
  readonly accepts: Accepts<V>;
}

/** What all kinds of a cache share. */
export interface CacheParts {
  readonly clock: Clock;
  readonly entries: Entries;
  readonly changes: Changes;
  /** How old a result may be that is given in place of a failure; 0 for none. */
  readonly staleIfErrorMs: number;
}

/** How one result is read. */
export interface ReadOptions<V, F> {
  /** Asks the server, where nothing in the cache is fresh. */
  readonly fetch: Fetch<V, F>;
  /** Gives up waiting. The fetch goes on while others wait for it. */
  readonly signal?: AbortSignalLike;
}

/** Reads of one kind through a cache; `reads` of `ResultCache` makes one. */
export class CachedReads<V, F> {
  readonly #parts: CacheParts;
  readonly #kind: CachedKind<V>;
  readonly #flights = new Map<string, Flight<V, F>>();

  constructor(parts: CacheParts, kind: CachedKind<V>) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /**
   * Gives what is fresh in the cache, else asks the server.
   *
   * Readers of one request and authorization context share one fetch, that of the newest; there are
   * never two at once. A change that is announced during a fetch makes it outdated: it is done once more
   * for those who wait, and who has waited for two gets the second as `outdated`. So a reader who comes
   * after an announcement never gets as `current` what began to be fetched before it.
   *
   * Parameters with `inputResponses` or `requestState` pass the cache by.
   *
   * Never rejects for what a peer or a store does; what `fetch` throws is thrown to its own reader.
   */
  async read(request: CacheRequest, options: ReadOptions<V, F>): Promise<Reading<V, F>> {
    const { fetch, signal } = options;
    if (signal?.aborted) {
      return { type: "aborted", reason: signal.reason };
    }
    if (carriesInput(request.params)) {
      const flight = new Flight<V, F>();
      const reading = flight.join(fetch, signal);
      void this.#fly(
        flight,
        () => this.#passBy(flight, request),
        () => {},
      );
      return reading;
    }
    const keys = cacheKeys(this.#kind.kind, request);
    const existing = this.#flights.get(keys.private);
    const flight = existing ?? new Flight<V, F>();
    const reading = flight.join(fetch, signal);
    if (existing === undefined) {
      this.#flights.set(keys.private, flight);
      void this.#fly(
        flight,
        () => this.#round(flight, request, keys),
        () => this.#flights.delete(keys.private),
      );
    }
    return reading;
  }

  /** Round after round until nobody waits. `over` is called in the turn in which that is seen. */
  async #fly(flight: Flight<V, F>, round: () => Promise<void>, over: () => void): Promise<void> {
    try {
      while (flight.leader !== undefined) {
        await round();
      }
    } catch (error) {
      flight.reject(error);
    } finally {
      over();
    }
  }

  /** Settles all who wait, or some. Who is left, or has come meanwhile, is for the next round. */
  async #round(flight: Flight<V, F>, request: CacheRequest, keys: CacheKeys): Promise<void> {
    const { clock, entries, changes } = this.#parts;
    const found = await entries.get(keys, this.#kind.accepts);
    const isForgotten = found !== undefined && changes.isForgotten(found.moment, request.binding);
    const kept = isForgotten ? undefined : found;
    if (
      kept !== undefined &&
      isFresh(kept, clock.now()) &&
      !this.#isChanged(request, kept.moment)
    ) {
      const { value, receivedAt, freshUntil } = kept;
      flight.settle({ type: "current", from: "cache", value, receivedAt, freshUntil });
      return;
    }
    const { leader } = flight;
    if (leader === undefined) {
      return;
    }
    const { moment } = changes;
    const fetched = await flight.fetch(leader);
    const isChanged = this.#isChanged(request, moment);
    switch (fetched?.type) {
      case undefined:
        return;
      case "uncacheable":
        leader.settle(this.#received(fetched.value, isChanged));
        return;
      case "result": {
        const { value, freshness } = fetched;
        const { receivedAt, freshUntil } = freshness;
        if (isChanged) {
          flight.settleOutdated({ type: "outdated", value, receivedAt });
          return;
        }
        flight.settle({ type: "current", from: "server", value, receivedAt, freshUntil });
        await this.#keep(fetched, keys, moment);
        return;
      }
      case "failed": {
        const reading = this.#instead(fetched, kept);
        if (isChanged) {
          flight.settleOutdated(reading);
        } else {
          flight.settle(reading);
        }
        if (fetched.kind === "refused") {
          await entries.delete(keys);
        }
      }
    }
  }

  /** One fetch for one reader, which the cache does not learn of. */
  async #passBy(flight: Flight<V, F>, request: CacheRequest): Promise<void> {
    const { leader } = flight;
    const { moment } = this.#parts.changes;
    const fetched = leader && (await flight.fetch(leader));
    if (fetched?.type === "failed") {
      leader?.settle({ type: "failed", failure: fetched.failure });
    } else if (fetched !== undefined) {
      leader?.settle(this.#received(fetched.value, this.#isChanged(request, moment)));
    }
  }

  #isChanged({ binding, method }: CacheRequest, moment: number): boolean {
    return this.#parts.changes.isSince(moment, binding, method);
  }

  /** What is given of a result that is not kept: it is stale at once. */
  #received(value: V, isChanged: boolean): Reading<V, F> {
    const receivedAt = this.#parts.clock.now();
    return isChanged
      ? { type: "outdated", value, receivedAt }
      : { type: "current", from: "server", value, receivedAt, freshUntil: receivedAt };
  }

  async #keep(
    { value, freshness, size }: Extract<Fetched<V, F>, { type: "result" }>,
    keys: CacheKeys,
    moment: number,
  ): Promise<void> {
    const { entries, staleIfErrorMs } = this.#parts;
    if (freshness.freshUntil > freshness.receivedAt || staleIfErrorMs > 0) {
      const key = keys[freshness.scope];
      await entries.put(keys, { ...freshness, key, value, moment, size: size + key.length });
    } else {
      await entries.delete(keys);
    }
  }

  /** What is given where there is no result: the last good one, or the failure. */
  #instead(
    { failure, kind }: Extract<Fetched<V, F>, { type: "failed" }>,
    kept: CacheEntry<V> | undefined,
  ): Reading<V, F> {
    const { clock, staleIfErrorMs } = this.#parts;
    if (kept !== undefined && kind === "outage") {
      const ageMs = clock.now() - kept.receivedAt;
      if (ageMs >= 0 && ageMs <= staleIfErrorMs) {
        return { type: "stale", value: kept.value, failure, ageMs };
      }
    }
    return { type: "failed", failure };
  }
}
