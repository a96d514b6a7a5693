import type { LogLevel } from "@x/client";
import type { JsonObject } from "@x/wire";
import type { Pair } from "./key-values.js";
import type { OnInput } from "./option-values.js";

/** How an answer is printed. */
export type Format = "json" | "text";

/** What every command that works on the servers of a configuration has. */
export interface Common {
  readonly config: string;
  readonly format: Format;
  /** The file that the wire is written to. */
  readonly trace: string | undefined;
  /** How long the work on one server may take, in milliseconds. */
  readonly limitMs: number | undefined;
}

/** What is done where a server asks for input. */
export interface InputWish {
  /** Default: somebody is asked where there is a terminal to do it on. */
  readonly onInput: OnInput | undefined;
  /** The file that answers forms. */
  readonly answers: string | undefined;
}

/** `doctor`, `tools` and `prompts` take nothing else. */
export interface PlainLine extends Common {
  readonly command: "doctor" | "tools" | "prompts";
}

/** `call NAME [key=value ...] [--args JSON] [--log LEVEL]`; the tool's schema says what kind of value a pair is. */
export interface CallLine extends Common, InputWish {
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
export interface ReadLine extends Common, InputWish {
  readonly command: "read";
  readonly server: string;
  readonly uri: string;
  readonly output: string | undefined;
}

/** `prompt NAME [key=value ...]`. */
export interface PromptLine extends Common, InputWish {
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

/** A command that works on the servers of a configuration. */
export type WorkLine = PlainLine | CallLine | ResourcesLine | ReadLine | PromptLine | ListenLine;

/** `replay FILE [--server NAME]`: works on no configuration. */
export interface ReplayLine {
  readonly command: "replay";
  readonly file: string;
  readonly server: string | undefined;
}
