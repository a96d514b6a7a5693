import type { Config } from "@x/config";
import { invalidUsage } from "./cli-error.js";
import { keyValues, type Word } from "./key-values.js";
import { nearestWord } from "./schema/nearest-word.js";

/** What was typed behind `call`: `NAME key=value ...` or `SERVER TOOL key=value ...`. */
export interface CallWords {
  readonly first: string;
  /** The word behind it, where that is no argument: then the first has to be a server. */
  readonly second: string | undefined;
  readonly words: readonly Word[];
}

/**
 * Takes them apart. A second word that has no `=` in it is no argument.
 *
 * @throws CliError `invalid_usage`.
 */
export function callWords(first: string, rest: readonly string[]): CallWords {
  const [second, ...more] = rest;
  return second === undefined || second.includes("=")
    ? { first, second: undefined, words: keyValues(rest) }
    : { first, second, words: keyValues(more) };
}

/**
 * The canonical name of the tool that is meant.
 *
 * @throws CliError `invalid_usage` where there are two words and the first is no server.
 */
export function nameMeant(
  { first, second }: CallWords,
  { servers, disabled, unusable }: Pick<Config, "servers" | "disabled" | "unusable">,
): string {
  if (second === undefined) return first;
  const names = [...[...servers, ...unusable].map(({ name }) => name), ...disabled];
  if (names.includes(first)) return `${first}/${second}`;
  const meant = nearestWord(first, names);
  const hint = meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`;
  throw invalidUsage(
    `An argument is written key=value, found ${JSON.stringify(second)}; and there is no server ${JSON.stringify(first)} that it could be a tool of.${hint}`,
  );
}
