import { invalidUsage } from "./cli-error.js";

/** One `key=value` as it was typed. */
export interface Pair {
  readonly key: string;
  readonly text: string;
}

/**
 * Reads words that are written `key=value`, each key once.
 *
 * @throws CliError `invalid_usage`.
 */
export function keyValues(words: readonly string[]): readonly Pair[] {
  const keys = new Set<string>();
  return words.map((word) => {
    const equals = word.indexOf("=");
    if (equals < 1) {
      throw invalidUsage(`An argument is written key=value, found ${JSON.stringify(word)}.`);
    }
    const key = word.slice(0, equals);
    if (keys.has(key)) throw invalidUsage(`The argument ${JSON.stringify(key)} is given twice.`);
    keys.add(key);
    return { key, text: word.slice(equals + 1) };
  });
}
