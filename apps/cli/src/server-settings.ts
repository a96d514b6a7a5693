import type { Given } from "./command.js";
import { type Sources, sourcesOf } from "./config-sources.js";
import { fileOf, millisecondsOf, type OnInput, onInputOf } from "./option-values.js";
import { ANSWERS, JSON_OUTPUT, ON_INPUT, OUTPUT, REMEMBER, TIMEOUT, TRACE } from "./options.js";

/** How an answer is printed. */
export type Format = "json" | "text";

/** What every command is told that works on the servers of a configuration. */
export interface ServerSettings {
  readonly sources: Sources;
  readonly format: Format;
  /** Whether what each server was is kept; nothing for what the environment says (`X_MCP_REMEMBER`). */
  readonly isRemembered: boolean | undefined;
  /** The file that the wire is written to. */
  readonly trace: string | undefined;
  /** The file that an answer is saved in. */
  readonly output: string | undefined;
  /** How long the work on one server may take, in milliseconds. */
  readonly limitMs: number | undefined;
  /** What is done where a server asks for input; none where nothing is asked that it could need it for. */
  readonly input: InputWish | undefined;
}

/** What is done where a server asks for input. */
interface InputWish {
  /** Default: somebody is asked where there is a terminal to do it on. */
  readonly onInput: OnInput | undefined;
  /** The file that answers forms. */
  readonly answers: string | undefined;
}

/** How an answer is to be printed. */
export function formatOf(given: Given): Format {
  return given.has(JSON_OUTPUT) ? "json" : "text";
}

/**
 * What was said about the servers.
 *
 * @throws CliError `invalid_usage`.
 */
export function settingsOf(given: Given): ServerSettings {
  return {
    sources: sourcesOf(given),
    format: formatOf(given),
    isRemembered: given.has(REMEMBER) || undefined,
    trace: fileOf("trace", given.text(TRACE)),
    output: fileOf("output", given.text(OUTPUT)),
    limitMs: millisecondsOf("timeout", given.text(TIMEOUT)),
    input: undefined,
  };
}

/**
 * The same, of a command whose server may ask for input.
 *
 * @throws CliError `invalid_usage`.
 */
export function askedSettingsOf(given: Given): ServerSettings {
  return {
    ...settingsOf(given),
    input: {
      onInput: onInputOf(given.text(ON_INPUT)),
      answers: fileOf("answers", given.text(ANSWERS)),
    },
  };
}
