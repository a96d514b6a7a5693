/**
 * The known key that `key` is most likely a misspelling of, if any: equal but for case, `-` and `_`,
 * or a slip away from it (one for keys of 5 to 7 letters, two for longer ones).
 */
export function nearMiss(key: string, known: readonly string[]): string | undefined {
  const spelled = normalized(key);
  return known.find((candidate) => {
    const right = normalized(candidate);
    const allowed = right.length >= 8 ? 2 : right.length >= 5 ? 1 : 0;
    return (
      spelled === right ||
      (Math.abs(spelled.length - right.length) <= allowed && slips(spelled, right) <= allowed)
    );
  });
}

function normalized(key: string): string {
  return key.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** Letters to insert, delete, replace or swap with their neighbour to get from one to the other. */
function slips(from: string, to: string): number {
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          cell(previous, j) + 1,
          cell(row, j - 1) + 1,
          cell(previous, j - 1) + (same ? 0 : 1),
          swapped ? cell(beforePrevious, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforePrevious = previous;
    previous = row;
  }
  return cell(previous, to.length);
}

function cell(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
