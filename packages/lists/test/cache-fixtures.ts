import { type AbortSignalLike, type Binding, ManualClock } from "@x/connection";
import type { JsonObject } from "@x/wire";
import {
  type CachedReads,
  type CacheScope,
  type FailureKind,
  type Fetched,
  freshnessOf,
  type Reading,
  ResultCache,
  type ResultCacheOptions,
} from "../src/index.js";

/** A fetch that is under way, for the test to end. */
export interface Asked {
  readonly authorization: string;
  /** Which read brought this fetch, counted from 0. */
  readonly reader: number;
  readonly signal: AbortSignalLike;
  readonly end: (fetched: Fetched<string, string>) => void;
  readonly break: (error: unknown) => void;
}

/** What is read where a test does not say otherwise. */
interface Read {
  readonly binding?: Binding;
  readonly authorization?: string;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly signal?: AbortSignalLike;
}

/** A cache of strings over fetches that the test ends by hand. */
export interface Harness {
  readonly clock: ManualClock;
  readonly cache: ResultCache;
  readonly reads: CachedReads<string, string>;
  /** All fetches, in the order in which they began. */
  readonly asked: Asked[];
  readonly read: (what?: Read) => Promise<Reading<string, string>>;
  /** A result that is received now. */
  readonly result: (value: string, ttlMs?: number, scope?: CacheScope) => Fetched<string, string>;
}

export const binding: Binding = { type: "http", url: "https://files.example/mcp" };

export function harness(options: Partial<ResultCacheOptions> = {}): Harness {
  const clock = new ManualClock();
  const cache = new ResultCache({ clock, ...options });
  const reads = cache.reads<string, string>({
    kind: "text",
    accepts: (value) => typeof value === "string",
  });
  const asked: Asked[] = [];
  let readers = 0;
  return {
    clock,
    cache,
    reads,
    asked,
    read: ({ signal, ...what } = {}) => {
      const request = {
        binding,
        authorization: "alice",
        method: "resources/read",
        params: { uri: "file:///a" },
        ...what,
      };
      const { authorization } = request;
      const reader = readers;
      readers += 1;
      const fetch = (aborted: AbortSignalLike): Promise<Fetched<string, string>> =>
        new Promise((resolve, reject) => {
          asked.push({ authorization, reader, signal: aborted, end: resolve, break: reject });
        });
      return reads.read(request, { fetch, ...(signal === undefined ? {} : { signal }) });
    },
    result: (value, ttlMs = 1000, cacheScope = "private") => ({
      type: "result",
      value,
      freshness: freshnessOf({ resultType: "complete", ttlMs, cacheScope }, clock.now()),
      size: 100,
    }),
  };
}

/** A fetch without a result. */
export function failed(failure: string, kind: FailureKind = "outage"): Fetched<string, string> {
  return { type: "failed", failure, kind };
}

/** Lets everything happen that needs no more time. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
