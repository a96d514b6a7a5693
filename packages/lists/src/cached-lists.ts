import { Aborter, type AbortSignalLike, type Connection } from "@x/connection";
import { INVALID_PARAMS, isJsonObject, isResultResponse } from "@x/wire";
import type { CacheRequest } from "./cache-key.js";
import type { CachedReads } from "./cached-reads.js";
import { errorKind, type FailureKind, type Fetched, failureKind } from "./fetched.js";
import type { Reading } from "./flight.js";
import { type Freshness, freshnessOf, strictest } from "./freshness.js";
import { type ListOptions, readPages } from "./list-all.js";
import type { CompleteList, IncompleteList } from "./paging.js";
import { type ListProblem, unavailable } from "./problem.js";
import type { ResultCache } from "./result-cache.js";

/** A connection to list over, and the shape that its era gives a request. */
export interface ListChannel extends Pick<ListOptions, "stamp"> {
  readonly type: "channel";
  readonly connection: Connection;
}

/**
 * Gives what to list over, when it comes to that, or a sentence on why there is none. The signal tells
 * that nobody waits any more.
 */
export type ListSource = (
  signal: AbortSignalLike,
) => Promise<ListChannel | { readonly type: "unavailable"; readonly message: string }>;

/** What to list, and for whom. */
export interface CachedListOptions
  extends Omit<ListOptions, "exchange" | "stamp">,
    Pick<CacheRequest, "binding" | "authorization"> {
  /** The limits of each page's exchange, in milliseconds. */
  readonly exchange: Omit<ListOptions["exchange"], "signal">;
  /**
   * Asked for when a list was read: whose it is by then. Where that is no longer `authorization`, it may
   * have been read for either, and is not kept.
   */
  readonly authorizationNow?: () => Promise<string>;
  /** For the whole list, in milliseconds: then what was read of it is a failure. Default: no limit. */
  readonly wholeMs?: number;
  /** Gives up waiting. The list is read on while others wait for it. */
  readonly signal?: AbortSignalLike;
}

/** How the read of a list ended; one that is not whole is a failure, with what was read of it. */
export type ListReading = Reading<CompleteList, IncompleteList>;

/** Whole lists through a cache; one for each cache. */
export class CachedLists {
  readonly #cache: ResultCache;
  readonly #reads: CachedReads<CompleteList, IncompleteList>;

  /** @throws ListsError `duplicate_kind` for a cache that has its lists already. */
  constructor(cache: ResultCache) {
    this.#cache = cache;
    this.#reads = cache.reads({ kind: "list", accepts: isCompleteList });
  }

  /**
   * Gives the whole list: fresh from the cache, or read to its end over the connection that its source
   * gives.
   *
   * A list is cached as a whole, so that it is of one piece: fresh while all its pages are, private if one of
   * them is. Once a page is stale the list is read again from its beginning, and also, once, where the
   * server no longer takes a cursor that it gave (`-32602`). The bounds are those of whoever reads it.
   *
   * @throws as `listAll` does, to the reader whose options are at fault.
   */
  read(source: ListSource, options: CachedListOptions): Promise<ListReading> {
    const { binding, authorization, method, signal } = options;
    return this.#reads.read(
      { binding, authorization, method },
      {
        fetch: (aborted) => this.#fetch(source, options, aborted),
        ...(signal === undefined ? {} : { signal }),
      },
    );
  }

  async #fetch(
    source: ListSource,
    options: CachedListOptions,
    signal: AbortSignalLike,
  ): Promise<Fetched<CompleteList, IncompleteList>> {
    const giveUp = new Aborter();
    const abort = (): void => giveUp.abort();
    signal.addEventListener("abort", abort);
    const { wholeMs } = options;
    const cancelTimer = wholeMs === undefined ? () => {} : this.#cache.clock.after(wholeMs, abort);
    const exchange = { ...options.exchange, signal: giveUp };
    const read = async (): Promise<Fetched<CompleteList, IncompleteList>> => {
      const channel = await source(signal);
      if (channel.type === "channel") {
        const { connection, stamp } = channel;
        return this.#readOnce(connection, { ...options, stamp, exchange });
      }
      const problem = unavailable(options, channel.message);
      const failure = { complete: false, items: [], pages: 0, problem } as const;
      return { type: "failed", failure, kind: kindOf(problem) };
    };
    try {
      const fetched = await read();
      const isLost = fetched.type === "failed" && hasLostItsPlace(fetched.failure);
      return await this.#keepable(isLost ? await read() : fetched, options);
    } finally {
      cancelTimer();
      signal.removeEventListener("abort", abort);
    }
  }

  async #keepable(
    fetched: Fetched<CompleteList, IncompleteList>,
    { authorization, authorizationNow }: CachedListOptions,
  ): Promise<Fetched<CompleteList, IncompleteList>> {
    if (fetched.type !== "result" || authorizationNow === undefined) return fetched;
    if ((await authorizationNow()) === authorization) return fetched;
    return { type: "uncacheable", value: fetched.value };
  }

  async #readOnce(
    connection: Connection,
    options: ListOptions,
  ): Promise<Fetched<CompleteList, IncompleteList>> {
    const { clock } = this.#cache;
    const pages: Freshness[] = [];
    let size = 0;
    const value = await readPages(connection, options, (outcome) => {
      if (outcome.type === "response" && isResultResponse(outcome.response)) {
        pages.push(freshnessOf(outcome.response.result, clock.now()));
        size += outcome.size;
      }
    });
    if (!value.complete) {
      return { type: "failed", failure: value, kind: kindOf(value.problem) };
    }
    const [first = freshnessOf({}, clock.now()), ...others] = pages;
    return { type: "result", value, freshness: others.reduce(strictest, first), size };
  }
}

function isCompleteList(value: unknown): value is CompleteList {
  return (
    isJsonObject(value) &&
    value["complete"] === true &&
    Array.isArray(value["items"]) &&
    typeof value["pages"] === "number"
  );
}

function hasLostItsPlace({ problem, pages }: IncompleteList): boolean {
  return pages > 0 && problem.code === "rpc_error" && problem.rpcCode === INVALID_PARAMS;
}

function kindOf(problem: ListProblem): FailureKind {
  switch (problem.code) {
    case "exchange":
      return failureKind(problem.outcome);
    case "rpc_error":
      return errorKind(problem.rpcCode);
    case "invalid_page":
      return "refused";
    case "unavailable":
      return "outage";
    case "cursor_loop":
    case "too_many_pages":
    case "too_many_items":
    case "list_too_large":
      return "given_up";
  }
}
