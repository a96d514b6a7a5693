import type { Connection, ExchangeOptions, ExchangeOutcome } from "@x/connection";
import type { JsonObject, Request, RequestId } from "@x/wire";
import {
  advancePaging,
  type ListOutcome,
  type Paging,
  type PagingOptions,
  startPaging,
} from "./paging.js";

/** What to list, how to ask, and how long and how far to go on. */
export interface ListOptions extends PagingOptions {
  /** Gives a request the shape of the connection's era: `stamp` of `@x/wire`, with its context. */
  readonly stamp: (request: {
    readonly id: RequestId;
    readonly method: string;
    readonly params?: JsonObject;
  }) => Request;
  /** The limits of each page's exchange, in milliseconds; the signal gives up the whole list. */
  readonly exchange: Pick<ExchangeOptions, "totalMs" | "startMs" | "firstMs" | "idleMs" | "signal">;
}

/**
 * Reads a list to its end, page after page, each under a new id of the connection.
 *
 * Never rejects for what a peer does, and never asks for a page twice but to find out about a loop.
 * The list as a whole has no time limit beside `maxPages` times that of a page: use the signal.
 *
 * @throws ListsError `invalid_limit`; ConnectionError `too_many_pending`; what `stamp` throws.
 */
export function listAll(connection: Connection, options: ListOptions): Promise<ListOutcome> {
  return readPages(connection, options, () => {});
}

/** {@link listAll}, with a look at the end of each page's exchange as it comes. */
export async function readPages(
  connection: Connection,
  options: ListOptions,
  onPage: (outcome: ExchangeOutcome) => void,
): Promise<ListOutcome> {
  const { method, stamp, exchange } = options;
  let paging: Paging = startPaging(options);
  while (paging.state === "asking") {
    const { cursor } = paging;
    const params = cursor === undefined ? {} : { params: { cursor } };
    const request = stamp({ id: connection.ids.next(), method, ...params });
    const outcome = await connection.exchange(request, { ...exchange, onAbandon: "cancel" });
    onPage(outcome);
    paging = advancePaging(paging, outcome);
  }
  return paging.outcome;
}
