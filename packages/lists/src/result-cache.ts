import type { Binding, Clock } from "@x/connection";
import { type CacheStore, memoryStore } from "./cache-store.js";
import { type CachedKind, CachedReads, type CacheParts } from "./cached-reads.js";
import { Changes } from "./changes.js";
import { Entries, type StoreFault } from "./entries.js";
import { checkLimits, ListsError } from "./lists-error.js";

/** What a cache is made of. Times in milliseconds. */
export interface ResultCacheOptions {
  readonly clock: Clock;
  /** Default: a `memoryStore()`. */
  readonly store?: CacheStore;
  /**
   * How old the last good result may be, counted from when it was received, to be given where the
   * server cannot be asked. Default 0: never.
   */
  readonly staleIfErrorMs?: number;
  /** For each operation of a store that gives promises. Default 1,000. */
  readonly storeTimeoutMs?: number;
  /** Hears what the store does wrong. */
  readonly onStoreFault?: (fault: StoreFault) => void;
}

/**
 * What is remembered of what servers gave, for as long as they say and nothing has changed.
 *
 * It fetches nothing by itself, and nothing in the background: who needs a result reads it, through
 * {@link ResultCache.reads} or `CachedLists`.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching}
 */
export class ResultCache {
  /** The clock of all its times. */
  readonly clock: Clock;
  readonly #parts: CacheParts;
  readonly #kinds = new Set<string>();

  /** @throws ListsError `invalid_limit` for a time that is not an integer, or negative. */
  constructor(options: ResultCacheOptions) {
    const { clock, store = memoryStore(), onStoreFault } = options;
    const { staleIfErrorMs = 0, storeTimeoutMs = 1000 } = options;
    checkLimits({ staleIfErrorMs, storeTimeoutMs }, 0);
    const entries = new Entries({ store, clock, storeTimeoutMs, onStoreFault });
    this.clock = clock;
    this.#parts = { clock, entries, changes: new Changes(), staleIfErrorMs };
  }

  /**
   * Reads of one kind, whose values `accepts` tells from others.
   *
   * @throws ListsError `duplicate_kind`: two would not know of each other's fetches.
   */
  reads<V, F>(kind: CachedKind<V>): CachedReads<V, F> {
    if (this.#kinds.has(kind.kind)) {
      const message = `The cache has reads of kind ${JSON.stringify(kind.kind)} already. Share them, or choose another name.`;
      throw new ListsError(message, { code: "duplicate_kind" });
    }
    this.#kinds.add(kind.kind);
    return new CachedReads(this.#parts, kind);
  }

  /**
   * What this method gives has changed, for every authorization context: what was fetched before, or is
   * being fetched, is stale from now on. Call it for each of `changedBy(notification.method)`, and before
   * anything is read because of the notification.
   */
  invalidate(binding: Binding, method: string): void {
    this.#parts.changes.add(binding, method);
  }

  /**
   * What came from this binding is forgotten, also as something to be given in an outage: what is reached by
   * it is not what it was.
   */
  forget(binding: Binding): void {
    this.#parts.changes.forget(binding);
  }

  /** There is a new connection: the same for all that came from this binding. Call it before its first read. */
  renew(binding: Binding): void {
    this.#parts.changes.add(binding);
  }
}
