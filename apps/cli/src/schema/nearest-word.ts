import { closest } from "../closest.js";

/**
 * The known word that was most likely meant: the same but for case, `_` and `-`, or at most two letters off.
 *
 * Takes however many there are, and however long they are: they are a server's.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const plain = plainly(word);
  const same = known.find((one) => one.length <= word.length * 2 + 2 && plainly(one) === plain);
  if (same !== undefined) return same;
  // More letters than that no two slips make up for.
  return closest(
    word,
    known.filter(({ length }) => Math.abs(length - word.length) <= 2),
  );
}

function plainly(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, "");
}
