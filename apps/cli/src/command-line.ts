import { parseArgs } from "node:util";
import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { closest } from "./closest.js";

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
  config: { type: "string" },
  json: { type: "boolean" },
  args: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const COMMANDS = ["doctor", "tools", "call"] as const;

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
  const command = COMMANDS.find((one) => one === word);
  if (command === undefined) throw unknownCommand(word);
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
    const meant = option === undefined ? undefined : closest(option, Object.keys(OPTIONS));
    const hint = meant === undefined || meant === option ? "" : ` Did you mean --${meant}?`;
    throw new CliError(`${remark.replace(/\.$/, "")}.${hint}`, { code: "invalid_usage", cause });
  }
}

function unknownCommand(word: string | undefined): CliError {
  if (word === undefined) return invalid("Name a command: doctor, tools or call.");
  const meant = closest(word, COMMANDS);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return invalid(`There is no command ${JSON.stringify(word)}.${hint}`);
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
