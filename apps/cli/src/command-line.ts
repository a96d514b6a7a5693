import { type ParseArgsOptionDescriptor, parseArgs } from "node:util";
import { type CliError, invalidUsage } from "./cli-error.js";
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
  const { tokens } = parseArgs({
    args: [...typed.argv],
    options: Object.fromEntries(known.map((option) => [option.name, expected(option)])),
    // What is wrong is worded here.
    strict: false,
    tokens: true,
  });
  const operands: string[] = [];
  const values: Record<string, readonly string[]> = Object.create(null);
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const { name, value } = token;
    const option = known.find((one) => one.name === name);
    if (option === undefined) throw unknownOption(typed.argv[token.index] ?? name, typed, known);
    if (option.value !== undefined && value === undefined) throw withoutValue(option, typed);
    if (option.value === undefined && value !== undefined) {
      throw invalidUsage(`--${name} takes no value.`);
    }
    values[name] = [...(values[name] ?? []), ...(value === undefined ? [] : [value])];
  }
  return { operands, values };
}

function expected({ short, value }: Option): ParseArgsOptionDescriptor {
  return {
    type: value === undefined ? "boolean" : "string",
    ...(short === undefined ? {} : { short }),
  };
}

/** How an option is shown. */
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
  const shown = printed(flag.split("=", 1)[0] ?? flag);
  // What another command takes is not what was meant.
  const near = commandIn(typed.argv, typed.commands)?.options ?? known;
  return invalidUsage(`Unknown option '${shown}'.${optionHint(name, typed, near)}`);
}

function withoutValue(option: Option, typed: Typed): CliError {
  const { name, value } = option;
  return invalidUsage(`Option '${flagsOf(option)}' takes a ${value}.${argumentHint(name, typed)}`);
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
