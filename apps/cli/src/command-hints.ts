import { closest } from "./closest.js";
import type { Command, Option } from "./command.js";

/** What someone meant by a word that is no command, as a sentence to be added; or nothing. */
export function commandHint(word: string, commands: readonly Command[]): string {
  const other = commands.find(({ alsoCalled = [] }) => alsoCalled.includes(word));
  const meant =
    other?.name ??
    closest(
      word,
      commands.map(({ name }) => name),
    );
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}

/** Where somebody looks at an option that cannot be meant. */
export interface Typed {
  readonly argv: readonly string[];
  readonly commands: readonly Command[];
}

/** The same for an option that is none; `known` are those that there are. */
export function optionHint(option: string, typed: Typed, known: readonly Option[]): string {
  const meant = closest(
    option,
    known.map(({ name }) => name),
  );
  return meant === undefined ? argumentHint(option, typed) : ` Did you mean --${meant}?`;
}

/** The same for an option that may be meant as an argument: most command lines write them like that. */
export function argumentHint(option: string, { argv, commands }: Typed): string {
  const [whose] = argv.flatMap(
    (word) => commands.find(({ name }) => name === word)?.argumentsOf ?? [],
  );
  const at = argv.findIndex((word) => word === `--${option}` || word.startsWith(`--${option}=`));
  if (at === -1 || whose === undefined) return "";
  const [, next = "-"] = argv.slice(at);
  const [, value = next.startsWith("-") ? "VALUE" : next] = /=(.*)/s.exec(argv[at] ?? "") ?? [];
  return ` A ${whose}'s arguments are written ${option}=${cut(value)}.`;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
