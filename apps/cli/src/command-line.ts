import { parseArgs } from "node:util";
import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { COMMANDS, commandHint, optionHint } from "./command-hints.js";
import { isTooDeep, MOST_LEVELS } from "./nesting.js";

/** How an answer is printed. */
export type Format = "json" | "text";

/** One `key=value` as it was typed; the tool's schema says what kind of value it is. */
export interface Pair {
  readonly key: string;
  readonly text: string;
}

/** `call NAME [key=value ...] [--args JSON]`. */
export interface CallLine {
  readonly command: "call";
  readonly config: string;
  readonly format: Format;
  readonly name: string;
  readonly args: JsonObject;
  readonly pairs: readonly Pair[];
}

/** A command that works on the servers of a configuration. */
export type WorkLine =
  | { readonly command: "doctor" | "tools"; readonly config: string; readonly format: Format }
  | CallLine;

/** What was asked for. */
export type CommandLine = { readonly command: "help" } | { readonly command: "version" } | WorkLine;

const OPTIONS = {
  config: { type: "string", short: "c" },
  json: { type: "boolean" },
  args: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/**
 * Reads the arguments of the program.
 *
 * @throws CliError `invalid_usage`.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  if (values.help === true) return { command: "help" };
  if (values.version === true) return { command: "version" };
  const [word, ...rest] = positionals;
  if (word === "help" && rest.length === 0) return { command: "help" };
  const named = word === "help" ? rest[0] : word;
  const command = COMMANDS.find((one) => one === named);
  if (command === undefined) throw unknownCommand(named);
  if (word === "help") return { command: "help" };
  if (command !== "call") {
    if (values.args !== undefined) throw invalid(`--args belongs to call, not to ${command}.`);
    if (rest.length > 0) throw invalid(`${command} takes no ${JSON.stringify(rest[0])}.`);
  }
  const { config } = values;
  if (config === undefined || config === "") {
    throw invalid("Say which servers there are: --config FILE.");
  }
  const format = values.json === true ? "json" : "text";
  if (command !== "call") return { command, config, format };
  const [name, ...pairs] = rest;
  if (name === undefined || name === "") {
    throw invalid("Say which tool to call: a name that x-mcp tools prints, or SERVER/TOOL.");
  }
  return {
    command,
    config,
    format,
    name,
    args: parseObject(values.args),
    pairs: parsePairs(pairs),
  };
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
  if (word === undefined) return invalid("Name a command: doctor, tools or call.");
  return invalid(`There is no command ${JSON.stringify(word)}.${commandHint(word)}`);
}

function parseObject(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CliError(`--args is not JSON: ${cause instanceof Error ? cause.message : ""}.`, {
      code: "invalid_usage",
      cause,
    });
  }
  if (!isJsonObject(value)) {
    throw invalid(`--args has to be a JSON object, like --args '{"query": "refund"}'.`);
  }
  if (isTooDeep(value)) throw invalid(`--args is nested more than ${MOST_LEVELS} levels deep.`);
  return value;
}

function parsePairs(words: readonly string[]): readonly Pair[] {
  const keys = new Set<string>();
  return words.map((word) => {
    const equals = word.indexOf("=");
    if (equals < 1) {
      throw invalid(`An argument is written key=value, found ${JSON.stringify(word)}.`);
    }
    const key = word.slice(0, equals);
    if (keys.has(key)) throw invalid(`The argument ${JSON.stringify(key)} is given twice.`);
    keys.add(key);
    return { key, text: word.slice(equals + 1) };
  });
}

function invalid(message: string): CliError {
  return new CliError(message, { code: "invalid_usage" });
}
