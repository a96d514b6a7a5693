import type { ExchangeOutcome } from "@x/connection";
import { isResultResponse, type JsonObject, resultTypeOf } from "@x/wire";
import { invalidPage, type ListProblem, type Place, rpcError, unanswered } from "./problem.js";

/** One page as it was read. Where it is unusable there is a problem, and can still be items. */
export interface PageReading {
  readonly items: readonly unknown[];
  readonly next: string | undefined;
  readonly problem: ListProblem | undefined;
}

/** What a page is read as. */
export interface PageOptions {
  readonly place: Place;
  /** The member of the result that holds the items. */
  readonly member: string;
  /** The problem of a page that there is no more room for; it is not looked into. */
  readonly excess: ListProblem | undefined;
}

/**
 * Reads one page out of how its exchange ended.
 *
 * The list ends where `nextCursor` is absent or `null`; every string is a cursor, the empty one too
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination#implementation-guidelines specification, "Pagination"}).
 */
export function readPage(outcome: ExchangeOutcome, options: PageOptions): PageReading {
  const { place, member, excess } = options;
  if (outcome.type !== "response") {
    return unusable(unanswered(place, outcome));
  }
  const { response } = outcome;
  if (!isResultResponse(response)) {
    return unusable(rpcError(place, response.error));
  }
  return excess === undefined ? readResult(response.result, member, place) : unusable(excess);
}

function readResult(result: JsonObject, member: string, place: Place): PageReading {
  const type = resultTypeOf(result);
  if (type === "input_required" || type === "unrecognised") {
    return unusable(invalidPage(place, "its resultType is not complete"));
  }
  const items: unknown = result[member];
  if (!Array.isArray(items)) {
    return unusable(invalidPage(place, `it has no array ${member}`));
  }
  const next = result["nextCursor"] ?? undefined;
  return next === undefined || typeof next === "string"
    ? { items, next, problem: undefined }
    : unusable(invalidPage(place, "its nextCursor is not a string"), items);
}

function unusable(problem: ListProblem, items: readonly unknown[] = []): PageReading {
  return { items, next: undefined, problem };
}
