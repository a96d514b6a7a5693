import { oneLine } from "../printable.js";
import type { Flaw, Path } from "./flaw.js";
import { shownValue } from "./walk.js";

/** Flaws that a message tells, and names of arguments. */
const MOST_FLAWS = 5;
const MOST_NAMES = 10;

/** What is wrong with the arguments of a tool, in sentences that name them. */
export function flawsText(tool: string, flaws: readonly Flaw[]): string {
  const missing = flaws.filter((flaw) => flaw.type === "missing" && flaw.path.length === 0);
  const others = flaws.filter((flaw) => !missing.includes(flaw));
  // What a name with a slip in it was meant for is told with that, and not missed once more.
  const meant = others.flatMap((flaw) => (flaw.type === "unknown" ? (flaw.meant ?? []) : []));
  const names = missing
    .flatMap((flaw) => (flaw.type === "missing" ? [flaw.name] : []))
    .filter((name) => !meant.includes(name));
  const sentences = [
    ...others.slice(0, MOST_FLAWS).map((flaw) => sentence(tool, flaw)),
    ...(names.length === 0 ? [] : [`${shown(tool)} needs ${listed(names)}.`]),
  ];
  const more = others.length - MOST_FLAWS;
  return more > 0 ? `${sentences.join(" ")} There are ${more} more.` : sentences.join(" ");
}

function sentence(tool: string, flaw: Flaw): string {
  const { path } = flaw;
  switch (flaw.type) {
    case "missing":
      return `${subject(path)} needs ${shown(flaw.name)}.`;
    case "unknown": {
      const { name, meant, known } = flaw;
      const whole = path.length === 0;
      const taker = whole ? `${shown(tool)} takes no argument` : `${subject(path)} takes no`;
      const takes = known.length === 0 ? "It takes none." : `It takes ${listed(known)}.`;
      return `${taker} ${shown(name)}. ${meant === undefined ? takes : `Did you mean ${shown(meant)}?`}`;
    }
    case "unfit": {
      const { wants, value, meant } = flaw;
      const hint = meant === undefined ? "" : ` Did you mean ${shown(meant)}?`;
      return `${subject(path)} has to be ${wants}; ${shownValue(value)} is not.${hint}`;
    }
    case "said":
      return `${subject(path)} ${oneLine(flaw.message, 200)}.`;
  }
}

function subject([argument, ...within]: Path): string {
  if (argument === undefined) return "What is given";
  const at = within.length === 0 ? "" : ` at ${oneLine(`/${within.join("/")}`, 100)}`;
  return `The argument ${shown(argument)}${at}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const text = names.slice(0, MOST_NAMES).map(shown).join(", ");
  return more > 0 ? `${text} and ${more} more` : text;
}

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
