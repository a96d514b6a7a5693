import type { LogLevel } from "@x/client";
import type { JsonObject } from "@x/wire";
import { invalidUsage } from "./cli-error.js";
import type { Command } from "./command-hints.js";
import { keyValues, type Pair } from "./key-values.js";
import { fileOf, levelOf, millisecondsOf, objectOf } from "./option-values.js";

/** How an answer is printed. */
export type Format = "json" | "text";

/** What every command that works on the servers of a configuration has. */
interface Common {
  readonly config: string;
  readonly format: Format;
  /** The file that the wire is written to. */
  readonly trace: string | undefined;
  /** How long the work on one server may take, in milliseconds. */
  readonly limitMs: number | undefined;
}

/** `doctor`, `tools` and `prompts` take nothing else. */
export interface PlainLine extends Common {
  readonly command: "doctor" | "tools" | "prompts";
}

/** `call NAME [key=value ...] [--args JSON] [--log LEVEL]`; the tool's schema says what kind of value a pair is. */
export interface CallLine extends Common {
  readonly command: "call";
  readonly name: string;
  readonly args: JsonObject;
  readonly pairs: readonly Pair[];
  readonly log: LogLevel | undefined;
}

/** `resources [SERVER]`. */
export interface ResourcesLine extends Common {
  readonly command: "resources";
  readonly server: string | undefined;
}

/** `read SERVER URI [--output FILE]`. */
export interface ReadLine extends Common {
  readonly command: "read";
  readonly server: string;
  readonly uri: string;
  readonly output: string | undefined;
}

/** `prompt NAME [key=value ...]`. */
export interface PromptLine extends Common {
  readonly command: "prompt";
  readonly name: string;
  readonly pairs: readonly Pair[];
}

/** `listen SERVER [--tools] [--prompts] [--resources] [--resource URI ...] [--for SECONDS]`. */
export interface ListenLine extends Common {
  readonly command: "listen";
  readonly server: string;
  /** What was asked for; nothing for all that the server declares. */
  readonly lists: readonly ListName[];
  readonly uris: readonly string[];
  /** In milliseconds; nothing for until it is interrupted. */
  readonly forMs: number | undefined;
}

/** The lists whose changes can be listened to. */
type ListName = (typeof LIST_NAMES)[number];

/** In the order in which they are told. */
export const LIST_NAMES = ["tools", "prompts", "resources"] as const;

/** The longest URI that can be listened to, in UTF-16 code units. */
const LONGEST_URI = 8192;

/** A command that works on the servers of a configuration. */
export type WorkLine = PlainLine | CallLine | ResourcesLine | ReadLine | PromptLine | ListenLine;

/** `replay FILE [--server NAME]`: works on no configuration. */
export interface ReplayLine {
  readonly command: "replay";
  readonly file: string;
  readonly server: string | undefined;
}

/** The options that only some commands have, as they were given. */
export interface OwnOptions {
  readonly config?: string | undefined;
  readonly json?: boolean | undefined;
  readonly trace?: string | undefined;
  readonly timeout?: string | undefined;
  readonly log?: string | undefined;
  readonly server?: string | undefined;
  readonly args?: string | undefined;
  readonly output?: string | undefined;
  readonly for?: string | undefined;
  readonly resource?: readonly string[] | undefined;
  readonly tools?: boolean | undefined;
  readonly prompts?: boolean | undefined;
  readonly resources?: boolean | undefined;
}

/** The part of a command line that is one command's own. */
interface Syntax {
  readonly options: readonly (keyof OwnOptions)[];
  /** Reads the words behind the command. May throw CliError `invalid_usage`. */
  readonly read: (words: readonly string[], common: Common, options: OwnOptions) => WorkLine;
}

/** What every command that works on the servers of a configuration takes. */
const OF_ALL = ["config", "json", "trace"] as const;

/** How each command is written that works on the servers of a configuration. */
const SYNTAX: { readonly [command in WorkLine["command"]]: Syntax } = {
  doctor: { ...plain("doctor"), options: [] },
  tools: plain("tools"),
  prompts: plain("prompts"),
  call: {
    options: ["args", "log", "timeout"],
    read: ([name, ...pairs], common, { args, log }) => ({
      command: "call",
      ...common,
      name: given(name, "Say which tool to call: a name that x-mcp tools prints, or SERVER/TOOL."),
      args: objectOf(args),
      pairs: keyValues(pairs),
      log: levelOf(log),
    }),
  },
  resources: {
    options: ["timeout"],
    read: ([server, ...rest], common) => {
      nothingMore("resources", rest);
      return { command: "resources", ...common, server };
    },
  },
  read: {
    options: ["output", "timeout"],
    read: ([server, uri, ...rest], common, { output }) => {
      nothingMore("read", rest);
      const file = fileOf("output", output);
      if (file !== undefined && common.format === "json") {
        throw invalidUsage("--output saves what --json would print: give one of them.");
      }
      return {
        command: "read",
        ...common,
        server: given(server, "Say which server to read from, and what: read SERVER URI."),
        uri: given(uri, "Say what to read: a URI that x-mcp resources prints."),
        output: file,
      };
    },
  },
  prompt: {
    options: ["timeout"],
    read: ([name, ...pairs], common) => ({
      command: "prompt",
      ...common,
      name: given(
        name,
        "Say which prompt to get: a name that x-mcp prompts prints, or SERVER/PROMPT.",
      ),
      pairs: keyValues(pairs),
    }),
  },
  listen: {
    options: ["tools", "prompts", "resources", "resource", "for", "timeout"],
    read: ([server, ...rest], common, options) => {
      nothingMore("listen", rest);
      const uris = options.resource ?? [];
      if (uris.some((uri) => uri === "" || uri.length > LONGEST_URI)) {
        throw invalidUsage(`--resource takes a URI of 1 to ${LONGEST_URI} characters.`);
      }
      return {
        command: "listen",
        ...common,
        server: given(server, "Say which server to listen to: listen SERVER."),
        lists: LIST_NAMES.filter((list) => options[list] === true),
        uris,
        forMs: millisecondsOf("for", options.for),
      };
    },
  },
};

/** The options that a command takes, beside those that all take. */
export function optionsOf(command: Command): readonly (keyof OwnOptions)[] {
  return command === "replay" ? ["server"] : [...OF_ALL, ...SYNTAX[command].options];
}

/**
 * Reads the words behind a command, and its options.
 *
 * @throws CliError `invalid_usage`.
 */
export function readCommand(
  command: Command,
  words: readonly string[],
  options: OwnOptions,
): WorkLine | ReplayLine {
  if (command === "replay") return readReplay(words, options);
  const { config, json, trace, timeout } = options;
  if (config === undefined || config === "") {
    throw invalidUsage("Say which servers there are: --config FILE.");
  }
  const common: Common = {
    config,
    format: json === true ? "json" : "text",
    trace: fileOf("trace", trace),
    limitMs: millisecondsOf("timeout", timeout),
  };
  return SYNTAX[command].read(words, common, options);
}

function readReplay([file, ...rest]: readonly string[], { server }: OwnOptions): ReplayLine {
  nothingMore("replay", rest);
  if (server === "") throw invalidUsage("--server takes the name of a server.");
  return {
    command: "replay",
    file: given(file, "Say which trace to replay: a file that --trace wrote."),
    server,
  };
}

function plain(command: PlainLine["command"]): Syntax {
  return {
    options: ["timeout"],
    read: (words, common) => {
      nothingMore(command, words);
      return { command, ...common };
    },
  };
}

function given(word: string | undefined, remedy: string): string {
  if (word === undefined || word === "") throw invalidUsage(remedy);
  return word;
}

function nothingMore(command: Command, [word]: readonly string[]): void {
  if (word !== undefined) throw invalidUsage(`${command} takes no ${JSON.stringify(word)}.`);
}
