import type { Command, Option } from "../command.js";
import { HELP, VERSION_OPTION } from "../options.js";

/** A command line as far as it is typed, taken apart. */
export interface TypedLine {
  /** Nothing where none is named yet. */
  readonly command: Command | undefined;
  /** The words behind it that are no options. */
  readonly words: readonly string[];
  /** Values of `--config`. */
  readonly configs: readonly string[];
  /** Options that were given. */
  readonly given: ReadonlySet<Option>;
  /** What is being typed. */
  readonly at: Cursor;
}

/** What stands where a word is being typed; `typed` is the part that is there. */
type Cursor =
  | { readonly type: "word"; readonly typed: string }
  | { readonly type: "option"; readonly typed: string }
  /** `before` is what stands before the value in the same word: `--log=`. */
  | {
      readonly type: "value";
      readonly option: Option;
      readonly before: string;
      readonly typed: string;
    }
  /** Behind `--`, or the value of an option that nobody knows. */
  | { readonly type: "other" };

/** Takes words apart, of which the last one is being typed. Never fails: what is wrong is passed over. */
export function typedLine(all: readonly string[], commands: readonly Command[]): TypedLine {
  const previous = all.slice(0, -1);
  const typed = all.at(-1) ?? "";
  const options = [HELP, VERSION_OPTION, ...commands.flatMap((one) => one.options)];
  const words: string[] = [];
  const configs: string[] = [];
  const given = new Set<Option>();
  let open: Option | undefined;
  let isBehind = false;
  for (const word of previous) {
    if (isBehind) continue;
    if (open !== undefined) {
      if (open.name === "config") configs.push(word);
      open = undefined;
    } else if (word === "--") {
      isBehind = true;
    } else if (word.startsWith("-") && word !== "-") {
      const [flag = "", ...value] = word.split("=");
      const option = optionOf(flag, options);
      if (option !== undefined) given.add(option);
      if (option?.value !== undefined && value.length === 0) open = option;
      if (option?.name === "config" && value.length > 0) configs.push(value.join("="));
    } else {
      words.push(word);
    }
  }
  const [first, ...rest] = words;
  const command = commands.find(({ name }) => name === first);
  const at = isBehind ? ({ type: "other" } as const) : cursorAt(typed, open, options);
  return {
    command,
    words: rest,
    configs,
    given,
    at: first === undefined || command !== undefined ? at : { type: "other" },
  };
}

function cursorAt(typed: string, open: Option | undefined, options: readonly Option[]): Cursor {
  if (open !== undefined) return { type: "value", option: open, before: "", typed };
  if (!typed.startsWith("-") || typed === "-") {
    return { type: typed === "-" ? "option" : "word", typed };
  }
  const equals = typed.indexOf("=");
  if (equals === -1) return { type: "option", typed };
  const before = typed.slice(0, equals + 1);
  const option = optionOf(typed.slice(0, equals), options);
  if (option?.value === undefined) return { type: "other" };
  return { type: "value", option, before, typed: typed.slice(equals + 1) };
}

function optionOf(flag: string, options: readonly Option[]): Option | undefined {
  return options.find(
    ({ name, short }) => flag === `--${name}` || (short !== undefined && flag === `-${short}`),
  );
}
