import { invalidUsage } from "./cli-error.js";
import type { Command } from "./command-hints.js";
import { keyValues } from "./key-values.js";
import { fileOf, levelOf, millisecondsOf, objectOf, onInputOf } from "./option-values.js";
import {
  type Common,
  type InputWish,
  LIST_NAMES,
  type PlainLine,
  type ReplayLine,
  type WorkLine,
} from "./work-line.js";

/** The longest URI that can be listened to, in UTF-16 code units. */
const LONGEST_URI = 8192;

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
  readonly "on-input"?: string | undefined;
  readonly answers?: string | undefined;
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

/** What the commands take whose servers may ask for input. */
const ASKED = ["on-input", "answers"] as const;

/** How each command is written that works on the servers of a configuration. */
const SYNTAX: { readonly [command in WorkLine["command"]]: Syntax } = {
  doctor: { ...plain("doctor"), options: [] },
  tools: plain("tools"),
  prompts: plain("prompts"),
  call: {
    options: ["args", "log", ...ASKED, "timeout"],
    read: ([name, ...pairs], common, { args, log, ...asked }) => ({
      command: "call",
      ...common,
      ...inputWish(asked),
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
    options: ["output", ...ASKED, "timeout"],
    read: ([server, uri, ...rest], common, { output, ...asked }) => {
      nothingMore("read", rest);
      const file = fileOf("output", output);
      if (file !== undefined && common.format === "json") {
        throw invalidUsage("--output saves what --json would print: give one of them.");
      }
      return {
        command: "read",
        ...common,
        ...inputWish(asked),
        server: given(server, "Say which server to read from, and what: read SERVER URI."),
        uri: given(uri, "Say what to read: a URI that x-mcp resources prints."),
        output: file,
      };
    },
  },
  prompt: {
    options: [...ASKED, "timeout"],
    read: ([name, ...pairs], common, asked) => ({
      command: "prompt",
      ...common,
      ...inputWish(asked),
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

function inputWish({ answers, "on-input": onInput }: OwnOptions): InputWish {
  return { onInput: onInputOf(onInput), answers: fileOf("answers", answers) };
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
