/** The known word that someone most likely meant: at most two slips off, and fewer than half of it. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, slips: slips(word.slice(0, 40), candidate) }))
    .filter(({ candidate, slips }) => slips <= 2 && slips * 2 < candidate.length);
  return near.sort((a, b) => a.slips - b.slips)[0]?.candidate;
}

/** Letters to insert, delete, replace or swap with the next to get from one word to the other. */
function slips(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(current, column - 1) + 1,
          at(previous, column) + 1,
          at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    beforeLast = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
