import { parseArgs } from "node:util";
import { CliError, invalidUsage } from "./cli-error.js";
import { argumentHint, COMMANDS, type Command, commandHint, optionHint } from "./command-hints.js";
import { type OwnOptions, optionsOf, readCommand } from "./commands.js";
import type { ReplayLine, WorkLine } from "./work-line.js";

/** What was asked for. */
export type CommandLine =
  | { readonly command: "help" }
  | { readonly command: "version" }
  | WorkLine
  | ReplayLine;

/** Options that not all commands have; {@link optionsOf} tells which. */
const OWN = {
  config: { type: "string", short: "c" },
  json: { type: "boolean" },
  trace: { type: "string" },
  timeout: { type: "string" },
  log: { type: "string" },
  server: { type: "string" },
  args: { type: "string" },
  output: { type: "string" },
  "on-input": { type: "string" },
  answers: { type: "string" },
  for: { type: "string" },
  resource: { type: "string", multiple: true },
  tools: { type: "boolean" },
  prompts: { type: "boolean" },
  resources: { type: "boolean" },
} as const satisfies { readonly [option in keyof OwnOptions]-?: object };

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  ...OWN,
} as const;

/**
 * Reads the arguments of the program.
 *
 * @throws CliError `invalid_usage`.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  const { help, version, ...own } = values;
  if (help === true) return { command: "help" };
  if (version === true) return { command: "version" };
  const [word, ...words] = positionals;
  if (word === "help" && words.length === 0) return { command: "help" };
  const named = word === "help" ? words[0] : word;
  const command = COMMANDS.find((one) => one === named);
  if (command === undefined) throw unknownCommand(named);
  if (word === "help") return { command: "help" };
  checkOptions(command, own, argv);
  return readCommand(command, words, own);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    // The platform's own remark continues with advice on positionals, which is none here.
    const [remark = ""] = cause.message.split(/\. |\n/);
    const option = /'(?:-\w, )?--?([\w-]+)/.exec(remark)?.[1];
    const known = Object.keys(OPTIONS);
    const hint = option === undefined ? "" : optionHint(option, { argv, known });
    throw new CliError(`${remark.replace(/\.$/, "")}.${hint}`, { code: "invalid_usage", cause });
  }
}

function unknownCommand(word: string | undefined): CliError {
  if (word === undefined) return invalidUsage(`Name a command: ${listed(COMMANDS)}.`);
  return invalidUsage(`There is no command ${JSON.stringify(word)}.${commandHint(word)}`);
}

/** Refuses what another command would take. */
function checkOptions(command: Command, own: OwnOptions, argv: readonly string[]): void {
  for (const option of Object.keys(own) as (keyof OwnOptions)[]) {
    if (own[option] === undefined || optionsOf(command).includes(option)) continue;
    const owners = COMMANDS.filter((one) => optionsOf(one).includes(option));
    const hint = argumentHint(option, argv);
    throw invalidUsage(`--${option} belongs to ${listed(owners)}, not to ${command}.${hint}`);
  }
}

function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]+)$/, " or $1");
}
