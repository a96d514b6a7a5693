import type { CacheStore } from "../src/index.js";

/** A store whose operations happen when the test says so. */
export interface SlowStore {
  readonly store: CacheStore;
  /** Lets one operation happen, the latest first; every seventh fails. */
  readonly run: () => void;
}

export function slowStore(): SlowStore {
  const kept = new Map<string, unknown>();
  const waiting: (() => void)[] = [];
  let operations = 0;
  const later = (operation: () => unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      operations += 1;
      const fails = operations % 7 === 0;
      waiting.push(() => {
        if (fails) {
          reject(new Error("the store failed"));
        } else {
          resolve(operation());
        }
      });
    });
  return {
    store: {
      get: (key) => later(() => kept.get(key)),
      set: (key, entry) => later(() => kept.set(key, structuredClone(entry))),
      delete: (key) => later(() => kept.delete(key)),
    },
    run: () => waiting.pop()?.(),
  };
}
