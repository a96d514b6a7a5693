import { closest } from "./closest.js";

/** The words that a command line can begin with. */
export const COMMANDS = [
  "doctor",
  "tools",
  "call",
  "resources",
  "read",
  "prompts",
  "prompt",
  "listen",
  "replay",
] as const;

/** One of {@link COMMANDS}. */
export type Command = (typeof COMMANDS)[number];

/** What other programs call them. */
const OTHER_WORDS: ReadonlyMap<string, Command> = new Map([
  ["list", "tools"],
  ["ls", "tools"],
  ["cat", "read"],
  ["watch", "listen"],
  ["subscribe", "listen"],
]);

/** What takes `key=value`, and whose those are. */
const ARGUMENTS_OF: ReadonlyMap<string, string> = new Map([
  ["call", "tool"],
  ["prompt", "prompt"],
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
  return meant === undefined ? argumentHint(option, argv) : ` Did you mean --${meant}?`;
}

/** The same for an option that may be meant as an argument: most command lines write them like that. */
export function argumentHint(option: string, argv: readonly string[]): string {
  const [whose] = argv.flatMap((word) => ARGUMENTS_OF.get(word) ?? []);
  const at = argv.findIndex((word) => word === `--${option}` || word.startsWith(`--${option}=`));
  if (at === -1 || whose === undefined) return "";
  const [, next = "-"] = argv.slice(at);
  const [, value = next.startsWith("-") ? "VALUE" : next] = /=(.*)/s.exec(argv[at] ?? "") ?? [];
  return ` A ${whose}'s arguments are written ${option}=${cut(value)}.`;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
