import type { ExchangeOutcome } from "@x/connection";
import { compareJson } from "@x/wire";
import { checkLimits } from "./lists-error.js";
import { readPage } from "./page.js";
import {
  cursorLoop,
  type ListProblem,
  listTooLarge,
  tooManyItems,
  tooManyPages,
} from "./problem.js";

/** What a list is, and how much of it is read. */
export interface PagingOptions {
  /** The request, such as `tools/list`. */
  readonly method: string;
  /** The member of its result that holds the items, such as `tools`. */
  readonly member: string;
  /** The most pages that are asked for. Default 1,000. */
  readonly maxPages?: number;
  /** The most items that are kept. Default 100,000. */
  readonly maxItems?: number;
  /** The most UTF-16 code units that all pages may have together. Default 67,108,864 (64 Mi). */
  readonly maxSize?: number;
}

/**
 * What was read of a list: all of it, or what came before a problem. Items are the server's own,
 * unchecked, in the order received; `pages` counts the pages received, one that is unusable not.
 */
export type ListOutcome = CompleteList | IncompleteList;

/** All of a list. */
export interface CompleteList {
  readonly complete: true;
  readonly items: readonly unknown[];
  readonly pages: number;
}

/** What came of a list before a problem. */
export interface IncompleteList {
  readonly complete: false;
  readonly items: readonly unknown[];
  readonly pages: number;
  readonly problem: ListProblem;
}

/** A list being read: the page with this cursor is to be asked for, or there is an outcome. */
export type Paging = AskingPage | PagingEnded;

/** The next page is to be asked for: without `cursor` where it is `undefined`, the first page. */
export interface AskingPage {
  readonly state: "asking";
  readonly cursor: string | undefined;
  readonly options: Required<PagingOptions>;
  /** The last page received; earlier ones hang on it. */
  readonly last: ReceivedPage | undefined;
  readonly pages: number;
  readonly itemCount: number;
  /** UTF-16 code units of the pages received. */
  readonly size: number;
}

/** Nothing more is to be asked for. */
export interface PagingEnded {
  readonly state: "ended";
  readonly outcome: ListOutcome;
}

/** One page, and the pages before it. */
export interface ReceivedPage {
  readonly cursor: string | undefined;
  /** As received; counted among the list's items only where `isNew`. */
  readonly items: readonly unknown[];
  readonly next: string | undefined;
  readonly isNew: boolean;
  readonly previous: ReceivedPage | undefined;
}

/** How many earlier pages a page is compared with, so that no list is worth more than its size. */
const MAX_COMPARISONS = 16;

/**
 * Begins to read a list.
 *
 * @throws ListsError `invalid_limit` for a limit that is not a positive integer.
 */
export function startPaging(options: PagingOptions): AskingPage {
  const { method, member, maxPages = 1000, maxItems = 100_000, maxSize = 64 * 1024 ** 2 } = options;
  checkLimits({ maxPages, maxItems, maxSize }, 1);
  return {
    state: "asking",
    cursor: undefined,
    options: { method, member, maxPages, maxItems, maxSize },
    last: undefined,
    pages: 0,
    itemCount: 0,
    size: 0,
  };
}

/**
 * Goes on with how the exchange for the page asked for ended.
 *
 * Cursors are opaque and may repeat, so a repeated cursor alone is no loop: it is asked for once
 * more, and only the same page again (equal items, equal next cursor) is one. A page that only
 * repeats an earlier one adds no items, but counts against the bounds. The page with which the list
 * gets larger than its `maxSize` is dropped.
 */
export function advancePaging(paging: AskingPage, outcome: ExchangeOutcome): Paging {
  const { cursor, options, last: previous } = paging;
  const pages = paging.pages + 1;
  const place = { method: options.method, page: pages };
  const size = paging.size + (outcome.type === "response" ? outcome.size : 0);
  const excess = size > options.maxSize ? listTooLarge(place, size, options.maxSize) : undefined;
  const { items, next, problem } = readPage(outcome, { place, member: options.member, excess });
  if (problem !== undefined) {
    const last = { cursor, items, next, isNew: true, previous };
    return ended({ ...paging, last }, problem);
  }
  const twins = findTwins(previous, items, next);
  if (cursor !== undefined && twins.some((twin) => twin.cursor === cursor)) {
    return ended({ ...paging, pages }, cursorLoop(place, cursor));
  }
  const isNew = twins.length === 0;
  const itemCount = paging.itemCount + (isNew ? items.length : 0);
  const last = { cursor, items, next, isNew, previous };
  const read = { ...paging, last, pages, itemCount, size };
  if (itemCount > options.maxItems) {
    return ended(read, tooManyItems(place, options.maxItems));
  }
  if (next === undefined) {
    return ended(read, undefined);
  }
  return pages < options.maxPages
    ? { ...read, cursor: next }
    : ended(read, tooManyPages(place, options.maxPages));
}

/** Earlier pages with the same content, latest first. */
function findTwins(
  last: ReceivedPage | undefined,
  items: readonly unknown[],
  next: string | undefined,
): readonly ReceivedPage[] {
  const twins: ReceivedPage[] = [];
  let comparisons = 0;
  for (let page = last; page !== undefined && comparisons < MAX_COMPARISONS; page = page.previous) {
    if (page.next === next) {
      comparisons += 1;
      if (compareJson(page.items, items) === 0) {
        twins.push(page);
      }
    }
  }
  return twins;
}

function ended(paging: AskingPage, problem: ListProblem | undefined): PagingEnded {
  const parts: (readonly unknown[])[] = [];
  for (let page = paging.last; page !== undefined; page = page.previous) {
    if (page.isNew) {
      parts.push(page.items);
    }
  }
  const [first = [], ...others] = parts.reverse();
  const items = first.concat(...others).slice(0, paging.options.maxItems);
  const { pages } = paging;
  const outcome: ListOutcome =
    problem === undefined
      ? { complete: true, items, pages }
      : { complete: false, items, pages, problem };
  return { state: "ended", outcome };
}
