import { CommanderError, Command as Parser } from "commander";
import { CliError, invalidUsage } from "./cli-error.js";
import type { Command, Given, Option } from "./command.js";
import { argumentHint, commandHint, optionHint, type Typed } from "./command-hints.js";
import { HELP, JSON_OUTPUT, URL_OPTION, VERSION_OPTION } from "./options.js";

/** What was asked for. */
export type CommandLine =
  | { readonly type: "version" }
  /** The help; of one command, where one is named. */
  | { readonly type: "help"; readonly topic: string | undefined }
  | {
      readonly type: "command";
      readonly command: Command;
      readonly words: readonly string[];
      readonly given: Given;
    };

/**
 * Takes the arguments of the program apart. Options may stand anywhere, each in one meaning for all commands;
 * what stands behind `--` is left as it is.
 *
 * @throws CliError `invalid_usage`.
 */
export function parseCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
): CommandLine {
  const known = [...new Set([HELP, VERSION_OPTION, ...commands.flatMap((one) => one.options)])];
  const at = argv.indexOf("--");
  const before = at === -1 ? argv : argv.slice(0, at);
  const typed: Typed = { argv: before, commands };
  const { operands, values } = parsed(typed, known);
  if (values["version"] !== undefined) return { type: "version" };
  const [word, ...words] = operands;
  const isHelp = values["help"] !== undefined;
  if (isHelp && word === undefined) return { type: "help", topic: undefined };
  const command = commands.find(({ name }) => name === word);
  if (command === undefined) throw unknownCommand(word, commands);
  if (isHelp) return { type: "help", topic: command.name };
  const given = givenBy(values, at === -1 ? undefined : argv.slice(at + 1));
  for (const option of known) if (given.has(option)) checkOwner(option, command, typed);
  if (given.behind !== undefined && !command.options.includes(URL_OPTION)) {
    throw invalidUsage(`${command.name} takes no command behind --.`);
  }
  return { type: "command", command, words, given };
}

/** Whether an answer is to be a JSON document, also where the rest of the command line cannot be meant. */
export function wantsJson(argv: readonly string[]): boolean {
  const at = argv.indexOf("--");
  return (at === -1 ? argv : argv.slice(0, at)).includes(`--${JSON_OUTPUT.name}`);
}

/** What a mistake in a command line may be about: its first word that is a command. */
export function commandIn(
  argv: readonly string[],
  commands: readonly Command[],
): Command | undefined {
  return argv.flatMap((word) => commands.find(({ name }) => name === word) ?? []).at(0);
}

/** Values by the names of options; one that takes none has an empty list. */
type Values = Readonly<Record<string, readonly string[]>>;

function parsed(
  typed: Typed,
  known: readonly Option[],
): { readonly operands: readonly string[]; readonly values: Values } {
  const parser = new Parser().helpOption(false).exitOverride();
  parser.configureOutput({ writeErr: () => {} });
  const values: Record<string, readonly string[]> = Object.create(null);
  for (const option of known) {
    const { name, value } = option;
    parser.option(flagsOf(option));
    parser.on(`option:${name}`, (text: string | undefined) => {
      values[name] = [...(values[name] ?? []), ...(value === undefined ? [] : [text ?? ""])];
    });
  }
  try {
    const { operands, unknown } = parser.parseOptions([...typed.argv]);
    const [flag] = unknown;
    if (flag !== undefined) throw unknownOption(flag, typed, known);
    return { operands, values };
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    // Its word is `error: option '-c, --config <FILE>' argument missing`.
    const [, flags = "", name = ""] = /'((?:-\w, )?--([\w-]+))/.exec(cause.message) ?? [];
    const value = known.find((one) => one.name === name)?.value ?? "value";
    const message = `Option '${flags}' takes a ${value}.${argumentHint(name, typed)}`;
    throw new CliError(message, { code: "invalid_usage", cause });
  }
}

/** How an option is written for commander, and shown. */
export function flagsOf({ name, short, value }: Option): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`;
}

function givenBy(values: Values, behind: readonly string[] | undefined): Given {
  return {
    text: ({ name }) => values[name]?.at(-1),
    texts: ({ name }) => values[name] ?? [],
    has: ({ name }) => values[name] !== undefined,
    behind,
  };
}

function unknownCommand(word: string | undefined, commands: readonly Command[]): CliError {
  if (word === undefined) {
    return invalidUsage(`Name a command: ${listed(commands.map(({ name }) => name))}.`);
  }
  return invalidUsage(`There is no command ${JSON.stringify(word)}.${commandHint(word, commands)}`);
}

function unknownOption(flag: string, typed: Typed, known: readonly Option[]): CliError {
  const [, name = ""] = /^--?([^=]*)/.exec(flag) ?? [];
  if (flag.includes("=") && known.some((one) => one.name === name)) {
    return invalidUsage(`--${name} takes no value.`);
  }
  const shown = printed(flag.split("=", 1)[0] ?? flag);
  // What another command takes is not what was meant.
  const near = commandIn(typed.argv, typed.commands)?.options ?? known;
  return invalidUsage(`Unknown option '${shown}'.${optionHint(name, typed, near)}`);
}

function printed(flag: string): string {
  return JSON.stringify(flag).slice(1, -1);
}

/** Refuses what another command would take. */
function checkOwner(option: Option, command: Command, typed: Typed): void {
  if (option === HELP || option === VERSION_OPTION || command.options.includes(option)) return;
  const { name } = option;
  const owners = typed.commands.filter(({ options }) => options.includes(option));
  const all = listed(owners.map((owner) => owner.name));
  throw invalidUsage(
    `--${name} belongs to ${all}, not to ${command.name}.${argumentHint(name, typed)}`,
  );
}

function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]+)$/, " or $1");
}
