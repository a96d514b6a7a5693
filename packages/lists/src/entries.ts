import type { Clock } from "@x/connection";
import type { CacheKeys } from "./cache-key.js";
import { type CacheEntry, type CacheStore, isCacheEntry } from "./cache-store.js";

/** What can go wrong with a store. A closed list. */
export type StoreFaultCode = "store_failed" | "store_timed_out" | "invalid_entry";

/** Something a store did wrong: its part of a read counts as not kept, and the read goes on. */
export interface StoreFault {
  readonly code: StoreFaultCode;
  readonly operation: "get" | "set" | "delete";
  /** A sentence that can be shown as it is; no key and no value is in it. */
  readonly message: string;
  /** What the store threw, where it did. */
  readonly cause?: unknown;
}

/** Whether what a store gives is a value of this kind. */
export type Accepts<V> = (value: unknown) => value is V;

/** What {@link Entries} needs of its cache. */
export interface EntriesOptions {
  readonly store: CacheStore;
  readonly clock: Clock;
  /** For each operation of the store, in milliseconds. */
  readonly storeTimeoutMs: number;
  readonly onStoreFault: ((fault: StoreFault) => void) | undefined;
}

/** The results that are kept, each under the key of its scope. Never rejects. */
export class Entries {
  readonly #options: EntriesOptions;

  constructor(options: EntriesOptions) {
    this.#options = options;
  }

  /** The reader's own result where there is one, though a shared one may be fresher; else that. */
  async get<V>(keys: CacheKeys, accepts: Accepts<V>): Promise<CacheEntry<V> | undefined> {
    return (await this.#read(keys, "private", accepts)) ?? this.#read(keys, "public", accepts);
  }

  /**
   * Keeps a result in place of what is kept for its reader. With a private result the shared one
   * goes as well: what its server no longer shares is not shared any longer.
   */
  async put(keys: CacheKeys, entry: CacheEntry): Promise<void> {
    await this.#attempt("delete", (store) =>
      store.delete(entry.scope === "private" ? keys.public : keys.private),
    );
    await this.#attempt("set", (store) => store.set(entry.key, entry));
  }

  /** Keeps nothing any more of what a reader could be given. */
  async delete(keys: CacheKeys): Promise<void> {
    await this.#attempt("delete", (store) => store.delete(keys.private));
    await this.#attempt("delete", (store) => store.delete(keys.public));
  }

  async #read<V>(
    keys: CacheKeys,
    scope: keyof CacheKeys,
    accepts: Accepts<V>,
  ): Promise<CacheEntry<V> | undefined> {
    const entry = await this.#attempt("get", (store) => store.get(keys[scope]));
    if (entry === undefined) {
      return undefined;
    }
    if (isCacheEntry(entry, keys[scope]) && entry.scope === scope && accepts(entry.value)) {
      return { ...entry, value: entry.value };
    }
    const message = "The store gave what was not set under this key. Mend or empty the store.";
    this.#report({ code: "invalid_entry", operation: "get", message });
    return undefined;
  }

  async #attempt(
    operation: StoreFault["operation"],
    run: (store: CacheStore) => unknown,
  ): Promise<unknown> {
    const { store } = this.#options;
    try {
      const answer = run(store);
      return isPromiseLike(answer) ? await this.#inTime(operation, answer) : answer;
    } catch (cause) {
      const message = `The store failed to ${operation} an entry (${String(cause)}). Reads go on without it.`;
      this.#report({ code: "store_failed", operation, message, cause });
      return undefined;
    }
  }

  #inTime(operation: StoreFault["operation"], answer: PromiseLike<unknown>): Promise<unknown> {
    const { clock, storeTimeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const cancelTimer = clock.after(storeTimeoutMs, () => {
        const message = `The store took longer than ${storeTimeoutMs} ms to ${operation} an entry. Reads go on without it; raise storeTimeoutMs if it is that slow.`;
        this.#report({ code: "store_timed_out", operation, message });
        resolve(undefined);
      });
      answer.then(resolve, reject).then(cancelTimer, cancelTimer);
    });
  }

  /** In a turn of its own, so that a handler that throws harms no read. */
  #report(fault: StoreFault): void {
    const { onStoreFault } = this.#options;
    if (onStoreFault !== undefined) {
      void Promise.resolve(fault).then(onStoreFault);
    }
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}
