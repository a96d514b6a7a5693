export { type CacheKeys, type CacheRequest, cacheKeys } from "./cache-key.js";
export {
  type CacheEntry,
  type CacheStore,
  type MemoryStoreOptions,
  memoryStore,
} from "./cache-store.js";
export {
  type CachedListOptions,
  CachedLists,
  type ListChannel,
  type ListReading,
  type ListSource,
} from "./cached-lists.js";
export type { CachedKind, CachedReads, ReadOptions } from "./cached-reads.js";
export { changedBy } from "./changes.js";
export type { Accepts, StoreFault, StoreFaultCode } from "./entries.js";
export {
  errorKind,
  type FailureKind,
  type Fetched,
  type FetchedExchange,
  failureKind,
  fetchedFrom,
} from "./fetched.js";
export type { Fetch, Reading } from "./flight.js";
export {
  type CacheScope,
  type Freshness,
  freshnessOf,
  isFresh,
  MAX_TTL_MS,
  strictest,
} from "./freshness.js";
export { type ListOptions, listAll } from "./list-all.js";
export { ListsError, type ListsErrorCode } from "./lists-error.js";
export {
  type AskingPage,
  advancePaging,
  type CompleteList,
  type IncompleteList,
  type ListOutcome,
  type Paging,
  type PagingEnded,
  type PagingOptions,
  type ReceivedPage,
  startPaging,
} from "./paging.js";
export type { ListProblem, ListProblemCode, Unanswered } from "./problem.js";
export { ResultCache, type ResultCacheOptions } from "./result-cache.js";
