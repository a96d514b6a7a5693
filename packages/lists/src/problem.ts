import type { ExchangeOutcome } from "@x/connection";
import type { ErrorObject } from "@x/wire";

/** How an exchange ended, other than by an answer. */
export type Unanswered = Exclude<ExchangeOutcome, { readonly type: "response" }>;

/**
 * Why a list could not be read to its end. `message` is a sentence that can be shown as it is.
 *
 * - `cursor_loop`: a cursor that was already used was offered again, and gave the same page again.
 * - `too_many_pages`, `too_many_items`: the list goes on beyond this side's `limit`.
 * - `list_too_large`: the pages together are larger than this side's `limit`; `size` is what they would
 *   be with the one that is dropped, both in UTF-16 code units.
 * - `invalid_page`: the answer is not a page of this list.
 * - `rpc_error`: the server answered with an error; `-32602` on a later page tells that it no longer
 *   takes the cursor it gave.
 * - `exchange`: there was no answer; `outcome` tells how the exchange ended.
 * - `unavailable`: there was no connection to ask over.
 */
export type ListProblem =
  | { readonly code: "cursor_loop"; readonly message: string; readonly cursor: string }
  | {
      readonly code: "too_many_pages" | "too_many_items";
      readonly message: string;
      readonly limit: number;
    }
  | {
      readonly code: "list_too_large";
      readonly message: string;
      readonly size: number;
      readonly limit: number;
    }
  | { readonly code: "invalid_page" | "unavailable"; readonly message: string }
  | {
      readonly code: "rpc_error";
      readonly message: string;
      readonly rpcCode: number;
      readonly error: ErrorObject;
    }
  | { readonly code: "exchange"; readonly message: string; readonly outcome: Unanswered };

/** Codes of {@link ListProblem}. */
export type ListProblemCode = ListProblem["code"];

/** Where in a list something happened. `page` counts from 1. */
export interface Place {
  readonly method: string;
  readonly page: number;
}

/** The problem of a cursor that leads in a circle. */
export function cursorLoop({ method, page }: Place, cursor: string): ListProblem {
  const message = `Page ${page} of ${method} is the page that the same cursor, ${quoted(cursor)}, gave before: the list leads in a circle. Only the server can mend this.`;
  return { code: "cursor_loop", message, cursor };
}

/** The problem of a list with more pages than this side reads. */
export function tooManyPages({ method }: Place, limit: number): ListProblem {
  const message = `${method} goes on after ${limit} pages, the most that are read. Raise maxPages if the list is really that long.`;
  return { code: "too_many_pages", message, limit };
}

/** The problem of a list with more items than this side keeps. */
export function tooManyItems({ method }: Place, limit: number): ListProblem {
  const message = `${method} has more than ${limit} items, the most that are kept. Raise maxItems if the list is really that long.`;
  return { code: "too_many_items", message, limit };
}

/** The problem of a list with larger pages than this side keeps. */
export function listTooLarge({ method, page }: Place, size: number, limit: number): ListProblem {
  const message = `${method} has ${size} characters with page ${page}, more than the ${limit} that are kept; that page is dropped. Raise maxSize if the list is really that large.`;
  return { code: "list_too_large", message, size, limit };
}

/** The problem of an answer that is no page. */
export function invalidPage({ method, page }: Place, detail: string): ListProblem {
  const message = `Page ${page} of ${method} is unusable: ${detail}. Only the server can mend this.`;
  return { code: "invalid_page", message };
}

/** The problem of an answer that is an error. */
export function rpcError({ method, page }: Place, error: ErrorObject): ListProblem {
  const message = `The server answered page ${page} of ${method} with error ${error.code}, ${quoted(error.message)}. List again from the beginning.`;
  return { code: "rpc_error", message, rpcCode: error.code, error };
}

/** The problem of no answer. */
export function unanswered({ method, page }: Place, outcome: Unanswered): ListProblem {
  const message = `Page ${page} of ${method} was not answered: ${told(outcome)}.`;
  return { code: "exchange", message, outcome };
}

/** The problem of a list that there is no connection for. */
export function unavailable({ method }: Pick<Place, "method">, why: string): ListProblem {
  return { code: "unavailable", message: `${method} was not asked for: ${why}` };
}

function told(outcome: Unanswered): string {
  switch (outcome.type) {
    case "stream_ended":
      return `its stream ended (${bare(outcome.message)})`;
    case "cancelled_by_server":
      return "the server cancelled it";
    case "timed_out":
      return `nothing came within ${outcome.afterMs} ms (limit ${outcome.limit})`;
    case "closed":
      return `the connection is over (${bare(outcome.reason.message)})`;
    case "malformed":
      return `what came back is not an answer (${bare(outcome.fault.message)})`;
    case "too_large":
      return `its answer of at least ${outcome.sizeBytes} bytes is over the limit of ${outcome.limitBytes} bytes a frame`;
    case "unreachable":
      return `the endpoint could not be reached (${bare(outcome.message)})`;
    case "http_status":
      return `the endpoint answered with HTTP status ${outcome.status}`;
    case "aborted":
      return "the caller gave it up";
  }
}

/** A sentence to stand inside another one. */
function bare(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** A peer's text as it can stand in a sentence. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
