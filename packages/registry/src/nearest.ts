import type { NamedEntry } from "./entry.js";
import type { Registry } from "./registry.js";

/** Names longer than this are neither looked up nor suggested. */
const MAX_LENGTH = 128;

/**
 * Canonical names that someone may have meant by a name that is none: "did you mean".
 *
 * A name is near if it, or its part after the first `/`, is a canonical or a local name but for a
 * few slips: one for every four characters of the shorter name, at least one, at most three. A slip
 * is a character too many, too few, another one, or two swapped; case does not count. Nearest first, then those of the peer that the
 * name begins with, then in the order of the registry. At most `limit` names, default 3.
 */
export function nearest<E extends NamedEntry>(
  registry: Registry<E>,
  name: string,
  limit = 3,
): readonly string[] {
  if (name.length > MAX_LENGTH) {
    return [];
  }
  const wanted = name.toLowerCase();
  const slash = wanted.indexOf("/");
  const peer = name.slice(0, Math.max(slash, 0));
  const forms = [wanted, slash > 0 ? wanted.slice(slash + 1) : ""].filter((form) => form !== "");
  const near: { readonly canonical: string; readonly rank: number }[] = [];
  for (const entry of registry.entries) {
    const slips = slipsTo(entry, forms);
    if (slips !== undefined) {
      near.push({ canonical: entry.canonical, rank: 2 * slips + (entry.peer === peer ? 0 : 1) });
    }
  }
  return near
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ canonical }) => canonical);
}

function slipsTo(entry: NamedEntry, forms: readonly string[]): number | undefined {
  let fewest: number | undefined;
  const names = entry.local === entry.canonical ? [entry.local] : [entry.canonical, entry.local];
  for (const target of names) {
    for (const form of forms) {
      const bound = boundFor(Math.min(form.length, target.length));
      const slips =
        target.length > MAX_LENGTH ? Infinity : slipsBetween(form, target.toLowerCase(), bound);
      if (slips <= bound && slips < (fewest ?? Infinity)) {
        fewest = slips;
      }
    }
  }
  return fewest;
}

function boundFor(length: number): number {
  return Math.min(3, Math.max(1, Math.floor(length / 4)));
}

/**
 * The edit distance of two strings (optimal string alignment), or infinity where it is above
 * `bound`. Only the diagonal band that the bound allows is computed.
 */
function slipsBetween(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) {
    return Infinity;
  }
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    const from = Math.max(1, row - bound);
    const to = Math.min(b.length, row + bound);
    let least = row;
    for (let column = from; column <= to; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const slips = Math.min(
        cell(last, column - 1) + (same ? 0 : 1),
        cell(last, column) + 1,
        cell(current, column - 1) + 1,
        swapped && row > 1 && column > 1 ? cell(beforeLast, column - 2) + 1 : Infinity,
      );
      current[column] = slips;
      least = Math.min(least, slips);
    }
    if (least > bound) {
      return Infinity;
    }
    beforeLast = last;
    last = current;
  }
  return cell(last, b.length);
}

/** Outside the band is too far. */
function cell(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
