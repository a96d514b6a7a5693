import { invalidUsage } from "./cli-error.js";

/**
 * A word that has to be there.
 *
 * @throws CliError `invalid_usage`, with the remedy.
 */
export function given(word: string | undefined, remedy: string): string {
  if (word === undefined || word === "") throw invalidUsage(remedy);
  return word;
}

/**
 * Refuses what a command has no use for.
 *
 * @throws CliError `invalid_usage`.
 */
export function nothingMore(command: string, [word]: readonly string[]): void {
  if (word !== undefined) throw invalidUsage(`${command} takes no ${JSON.stringify(word)}.`);
}
