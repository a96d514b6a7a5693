import { closest } from "./closest.js";

/** The words that a command line can begin with. */
export const COMMANDS = ["doctor", "tools", "call"] as const;

/** What other programs call `tools`. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ["list", "tools"],
  ["ls", "tools"],
]);

/** What someone meant by a word that is no command, as a sentence to be added; or nothing. */
export function commandHint(word: string): string {
  const meant = OTHER_WORDS.get(word) ?? closest(word, [...COMMANDS, "help"]);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}

/** The same for an option that is none, or is not written as it has to be. */
export function optionHint(
  option: string,
  { argv, known }: { readonly argv: readonly string[]; readonly known: readonly string[] },
): string {
  if (known.includes(option)) return "";
  const meant = closest(option, known);
  if (meant !== undefined) return ` Did you mean --${meant}?`;
  // Most command lines write the arguments of a tool as options.
  const at = argv.findIndex((word) => word === `--${option}` || word.startsWith(`--${option}=`));
  if (at === -1 || !argv.includes("call")) return "";
  const [, next = "-"] = argv.slice(at);
  const [, value = next.startsWith("-") ? "VALUE" : next] = /=(.*)/s.exec(argv[at] ?? "") ?? [];
  return ` A tool's arguments are written ${option}=${cut(value)}.`;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
