import type { PromptEntry } from "@x/registry";
import { CliError } from "./cli-error.js";
import { closest } from "./closest.js";
import type { Pair } from "./key-values.js";

/** Names of arguments that a message tells at most. */
const MOST_NAMES = 10;

/**
 * The arguments of a prompt, which are texts.
 *
 * @throws CliError `invalid_argument` for one that the prompt does not take, or that it needs and does not
 * get.
 */
export function promptArguments(
  { canonical, prompt }: PromptEntry,
  pairs: readonly Pair[],
): { readonly [name: string]: string } {
  const taken = prompt.arguments ?? [];
  const names = taken.map(({ name }) => name);
  const given = new Set(pairs.map(({ key }) => key));
  const unknown = pairs.find(({ key }) => !names.includes(key));
  if (unknown !== undefined) {
    const meant = closest(unknown.key, names);
    const hint =
      meant === undefined
        ? `It takes ${names.length === 0 ? "none" : listed(names)}.`
        : `Did you mean ${quoted(meant)}?`;
    throw invalid(
      `The prompt ${quoted(canonical)} takes no argument ${quoted(unknown.key)}. ${hint}`,
    );
  }
  const valued = pairs.find(({ form }) => form === "json");
  if (valued !== undefined) {
    throw invalid(
      `The arguments of a prompt are texts: write ${valued.key}=TEXT in place of ${valued.key}:=….`,
    );
  }
  const missing = taken.filter(({ name, required }) => required === true && !given.has(name));
  if (missing.length > 0) {
    const wanted = listed(missing.map(({ name }) => name));
    throw invalid(`The prompt ${quoted(canonical)} needs ${wanted}, written key=value.`);
  }
  return Object.fromEntries(pairs.map(({ key, text }) => [key, text]));
}

function invalid(message: string): CliError {
  return new CliError(`${message} Nothing was sent.`, { code: "invalid_argument" });
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).map(quoted).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
