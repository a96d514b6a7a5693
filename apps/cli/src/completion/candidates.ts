import type { Command, Word } from "../command.js";
import { HELP, VERSION_OPTION } from "../options.js";
import { type Catalogue, entriesOf, type KnownArgument, type KnownEntry } from "./catalogue.js";
import { SHELLS } from "./shells.js";
import type { TypedLine } from "./typed-words.js";

/** A word that can stand where one is being typed. */
interface Candidate {
  /** The whole word. More is to be typed behind `=` and `/`. */
  readonly text: string;
  readonly about: string;
}

/** What can stand where a word is being typed. */
export type Completion =
  | { readonly type: "words"; readonly words: readonly Candidate[] }
  /** A file, behind what is already there of the word. */
  | { readonly type: "files"; readonly before: string };

/** What completion goes by. */
export interface Known {
  readonly commands: readonly Command[];
  /** Only asked for where it is needed. */
  readonly catalogue: () => Promise<Catalogue>;
}

const NOTHING: Completion = { type: "words", words: [] };

/** Finds what can stand where a word is being typed. */
export async function completionOf(line: TypedLine, known: Known): Promise<Completion> {
  const { at, command } = line;
  switch (at.type) {
    case "other":
      return NOTHING;
    case "option":
      return beginning(at.typed, optionsFor(line));
    case "value": {
      const { option, before, typed } = at;
      if (option.holds === "file") return { type: "files", before };
      if (option.choices !== undefined) {
        return behind(before, beginning(typed, option.choices.map(word)));
      }
      if (option.holds !== "server") return NOTHING;
      return behind(before, beginning(typed, serversIn(await known.catalogue())));
    }
    case "word": {
      const { typed } = at;
      if (command === undefined) return beginning(typed, commandsIn(known.commands));
      return wordsFor(line, command, typed, known);
    }
  }
}

async function wordsFor(
  line: TypedLine,
  command: Command,
  typed: string,
  known: Known,
): Promise<Completion> {
  const { words } = line;
  const place = wordAt(command, words.length);
  if (command.argumentsOf !== undefined && words.length > 0) {
    return argumentsFor(words, command.argumentsOf, typed, await known.catalogue());
  }
  switch (place?.holds) {
    case "command":
      return beginning(typed, commandsIn(known.commands));
    case "shell":
      return beginning(typed, SHELLS.map(word));
    case "file":
      return { type: "files", before: "" };
    case "server":
      return beginning(typed, serversIn(await known.catalogue()));
    case "prompt":
      return beginning(typed, namesIn(await known.catalogue(), "prompts", typed));
    case "tool": {
      const catalogue = await known.catalogue();
      const tools = namesIn(catalogue, "tools", typed);
      // A command that lists takes the tools of a server, too.
      const isList = place.count === "optional";
      const servers = serversIn(catalogue).map(({ text, about }) => ({ text: `${text}/`, about }));
      return beginning(typed, isList ? [...servers, ...tools] : tools);
    }
    default:
      return NOTHING;
  }
}

/** `SERVER TOOL` is two words for one. */
function argumentsFor(
  words: readonly string[],
  kind: NonNullable<Command["argumentsOf"]>,
  typed: string,
  catalogue: Catalogue,
): Completion {
  const [first = "", second = ""] = words;
  const list = `${kind}s` as const;
  const entries = entriesOf(catalogue, list);
  const isServer = kind === "tool" && catalogue.servers.some(({ name }) => name === first);
  const find = (name: string): KnownEntry | undefined =>
    entries.find(
      ({ canonical, server, name: local }) => canonical === name || `${server}/${local}` === name,
    );
  const isPair = isServer && second !== "" && !second.includes("=");
  const entry = isPair ? find(`${first}/${second}`) : find(first);
  const given = new Set(words.slice(isPair ? 2 : 1).map(keyOf));
  const own = argumentsOf(entry?.args ?? [], given, typed);
  if (!isServer || words.length > 1 || own.type !== "words") return own;
  const tools = entries.filter(({ server }) => server === first);
  const named = tools.map(({ name, about }) => ({ text: name, about }));
  const both = beginning(typed, named);
  return both.type === "words" ? { type: "words", words: [...own.words, ...both.words] } : own;
}

function argumentsOf(
  args: readonly KnownArgument[],
  given: ReadonlySet<string>,
  typed: string,
): Completion {
  const assigned = /^([^=]+?)(:?=)(@?)(.*)$/s.exec(typed);
  if (assigned === null) {
    const left = args.filter(({ name }) => !given.has(name));
    return beginning(
      typed,
      left.map(({ name, about }) => ({ text: `${name}=`, about })),
    );
  }
  const [, key, sign, at, value = ""] = assigned;
  const before = `${key}${sign}${at}`;
  if (at === "@") return { type: "files", before };
  const values = args.find(({ name }) => name === key)?.values ?? [];
  return behind(before, beginning(value, values.map(word)));
}

function keyOf(pair: string): string {
  return pair.replace(/:?=.*$/s, "");
}

function wordAt({ words }: Command, index: number): Word | undefined {
  const last = words.at(-1);
  return words[index] ?? (last?.count === "any" ? last : undefined);
}

function optionsFor({ command, given }: TypedLine): readonly Candidate[] {
  const all = command === undefined ? [HELP, VERSION_OPTION] : [...command.options, HELP];
  return all
    .filter((option) => option.isRepeatable === true || !given.has(option))
    .map(({ name, summary, value }) => {
      return { text: `--${name}${value === undefined ? "" : "="}`, about: summary };
    });
}

function commandsIn(commands: readonly Command[]): readonly Candidate[] {
  return commands.map(({ name, summary }) => ({ text: name, about: summary }));
}

function serversIn({ servers }: Catalogue): readonly Candidate[] {
  return servers.map(({ name, tools }) => {
    return { text: name, about: tools === null ? "server" : `${tools.length} tools` };
  });
}

/** Names as lists print them; those of a server with it before them, once it is typed. */
function namesIn(
  catalogue: Catalogue,
  kind: "tools" | "prompts",
  typed: string,
): readonly Candidate[] {
  return entriesOf(catalogue, kind).map(({ canonical, server, name, about }) => {
    return { text: typed.startsWith(`${server}/`) ? `${server}/${name}` : canonical, about };
  });
}

function word(text: string): Candidate {
  return { text, about: "" };
}

/**
 * What can be put into a command line of any shell as it is: a server must not get a quotation mark or a
 * `$(…)` there by the name of a tool.
 */
const HARMLESS = /^[\p{L}\p{N}_./:@%+,=-]+$/u;

function beginning(typed: string, all: readonly Candidate[]): Completion {
  const fitting = all.filter(({ text }) => text.startsWith(typed) && HARMLESS.test(text));
  const isOption = typed.startsWith("-");
  const words = fitting.filter(({ text }) => isOption || !text.startsWith("-"));
  return { type: "words", words };
}

function behind(before: string, completion: Completion): Completion {
  if (completion.type !== "words") return completion;
  const words = completion.words.map(({ text, about }) => ({ text: `${before}${text}`, about }));
  return { type: "words", words };
}
