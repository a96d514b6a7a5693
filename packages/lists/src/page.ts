import type { ExchangeOutcome } from "@x/connection";
import { isResultResponse, type JsonObject, resultTypeOf } from "@x/wire";
import { invalidPage, type ListProblem, type Place, rpcError, unanswered } from "./problem.js";

/** One page as it was read. Where it is unusable there is a problem, and can still be items. */
export interface PageReading {
  readonly items: readonly unknown[];
  readonly next: string | undefined;
  readonly problem: ListProblem | undefined;
}

/**
 * Reads one page out of how its exchange ended.
 *
 * The list ends where `nextCursor` is absent or `null`; every string is a cursor, the empty one too
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination#implementation-guidelines specification, "Pagination"}).
 */
export function readPage(outcome: ExchangeOutcome, member: string, place: Place): PageReading {
  if (outcome.type !== "response") {
    return unusable(unanswered(place, outcome));
  }
  const { response } = outcome;
  return isResultResponse(response)
    ? readResult(response.result, member, place)
    : unusable(rpcError(place, response.error));
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
