import { CodedError } from "@x/wire";

/** Codes of {@link ListsError}. */
export type ListsErrorCode = "invalid_limit" | "duplicate_kind";

/** Thrown where a caller breaks the contract of this package; never for what a peer does. */
export class ListsError extends CodedError<ListsErrorCode> {
  override readonly name = "ListsError";
}

/**
 * Refuses limits that are no integers, or less than `least`.
 *
 * @throws ListsError `invalid_limit`.
 */
export function checkLimits(limits: { readonly [name: string]: number }, least: 0 | 1): void {
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit < least) {
      const must = least === 0 ? "an integer, 0 or more" : "a positive integer";
      throw new ListsError(`${name} is ${limit}, but must be ${must}.`, { code: "invalid_limit" });
    }
  }
}
