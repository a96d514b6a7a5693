import type { Config } from "@x/config";
import { invalidUsage } from "./cli-error.js";
import { keyValues, type Word } from "./key-values.js";
import { nearestWord } from "./schema/nearest-word.js";

/** Which tool is called, and with what. */
export interface CallWords {
  /** A canonical name. */
  readonly name: string;
  readonly words: readonly Word[];
}

/**
 * Reads `NAME key=value ...`, or `SERVER TOOL key=value ...`: that it is where the first word is a server
 * of the configuration and the second one has no `=` in it.
 *
 * @throws CliError `invalid_usage`.
 */
export function callWords(
  [first, second, ...rest]: readonly [string, ...string[]],
  { servers, disabled }: Pick<Config, "servers" | "disabled">,
): CallWords {
  if (second === undefined || second.includes("=")) {
    return { name: first, words: keyValues(second === undefined ? [] : [second, ...rest]) };
  }
  const names = [...servers.map(({ name }) => name), ...disabled];
  if (names.includes(first)) return { name: `${first}/${second}`, words: keyValues(rest) };
  const meant = nearestWord(first, names);
  if (meant === undefined) return { name: first, words: keyValues([second, ...rest]) };
  throw invalidUsage(
    `There is no server ${JSON.stringify(first)}. Did you mean ${JSON.stringify(meant)}? An argument is written key=value, found ${JSON.stringify(second)}.`,
  );
}
