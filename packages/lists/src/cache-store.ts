import { isJsonObject } from "@x/wire";
import type { Freshness } from "./freshness.js";
import { checkLimits } from "./lists-error.js";

/**
 * One result as it is kept: plain data that survives a structured clone, and JSON. Stores look into
 * nothing of it but `size`.
 */
export interface CacheEntry<V = unknown> extends Freshness {
  /** The key that it was kept under: it is not used under another one. */
  readonly key: string;
  readonly value: V;
  /** Between which changes its fetch began. */
  readonly moment: number;
  /** Of the frames that it came in, and of its key, in UTF-16 code units. */
  readonly size: number;
}

/**
 * Where results are kept. Each function may give a promise of what it gives.
 *
 * A store belongs to one cache and is empty when that begins, because moments are counted anew; where
 * caches share one, or it outlives them, each puts something of its own before the keys. What a store
 * throws, or takes too long for, is reported and harms no read.
 */
export interface CacheStore {
  /** What was last set under the key, else `undefined`. It is checked. */
  get(key: string): unknown;
  set(key: string, entry: CacheEntry): unknown;
  /** Deletes what is under the key, if anything. */
  delete(key: string): unknown;
}

/** Bounds of a store in memory. */
export interface MemoryStoreOptions {
  /** The most entries that are kept. Default 1,000. */
  readonly maxEntries?: number;
  /** The most that all entries together may have as their `size`. Default 16,777,216 (16 Mi). */
  readonly maxSize?: number;
}

/**
 * A store in memory. Where there is no more room, what was not used for the longest time goes; an
 * entry larger than the store is not kept. Values are shared with those who read them, not copied.
 *
 * @throws ListsError `invalid_limit` for a bound that is not a positive integer.
 */
export function memoryStore(options: MemoryStoreOptions = {}): CacheStore {
  const { maxEntries = 1000, maxSize = 16 * 1024 ** 2 } = options;
  checkLimits({ maxEntries, maxSize }, 1);
  const entries = new Map<string, CacheEntry>();
  let size = 0;
  const remove = (key: string): void => {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  const put = (key: string, entry: CacheEntry): void => {
    remove(key);
    entries.set(key, entry);
    size += entry.size;
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry !== undefined) {
        put(key, entry);
      }
      return entry;
    },
    set: (key, entry) => {
      if (entry.size > maxSize) {
        remove(key);
        return;
      }
      put(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && size <= maxSize) {
          break;
        }
        remove(oldest);
      }
    },
    delete: remove,
  };
}

/** Whether this is an entry as it was set under this key. */
export function isCacheEntry(entry: unknown, key: string): entry is CacheEntry {
  return (
    isJsonObject(entry) &&
    entry["key"] === key &&
    (entry["scope"] === "public" || entry["scope"] === "private") &&
    [entry["receivedAt"], entry["freshUntil"], entry["moment"]].every(Number.isFinite)
  );
}
