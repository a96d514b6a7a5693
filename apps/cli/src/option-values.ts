import { LOG_LEVELS, type LogLevel } from "@x/client";
import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError, invalidUsage } from "./cli-error.js";
import { closest } from "./closest.js";
import { isTooDeep, MOST_LEVELS } from "./nesting.js";

/** The most seconds that `--for` and `--timeout` take: about eleven days. */
const MOST_SECONDS = 1_000_000;

/**
 * The JSON object of `--args`; an empty one where there is none.
 *
 * @throws CliError `invalid_usage`.
 */
export function objectOf(text: string | undefined): JsonObject {
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
    throw invalidUsage(`--args has to be a JSON object, like --args '{"query": "refund"}'.`);
  }
  if (isTooDeep(value)) {
    throw invalidUsage(`--args is nested more than ${MOST_LEVELS} levels deep.`);
  }
  return value;
}

/**
 * The seconds of an option, in milliseconds; nothing where there are none.
 *
 * @throws CliError `invalid_usage`.
 */
export function millisecondsOf(
  option: "every" | "for" | "timeout",
  text: string | undefined,
): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds * 1000;
  throw invalidUsage(
    `--${option} takes seconds, more than 0 and at most ${MOST_SECONDS}; ${JSON.stringify(text)} is not.`,
  );
}

/**
 * The file of an option; nothing where there is none.
 *
 * @throws CliError `invalid_usage`.
 */
export function fileOf(
  option: "answers" | "output" | "trace",
  text: string | undefined,
): string | undefined {
  if (text !== "" && text !== "-") return text;
  throw invalidUsage(`--${option} takes the name of a file.`);
}

/**
 * The severity of `--log`; nothing where there is none.
 *
 * @throws CliError `invalid_usage`.
 */
export function levelOf(text: string | undefined): LogLevel | undefined {
  if (text === undefined) return undefined;
  const level = LOG_LEVELS.find((one) => one === text);
  if (level !== undefined) return level;
  const meant = closest(text, LOG_LEVELS);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw invalidUsage(
    `--log takes one of ${LOG_LEVELS.join(", ")}; ${JSON.stringify(text)} is none.${hint}`,
  );
}

/** What is done where a server asks for input: somebody is asked, it is told no, or the command ends. */
export type OnInput = (typeof ON_INPUT)[number];

const ON_INPUT = ["ask", "decline", "fail"] as const;

/**
 * The way of `--on-input`; nothing where there is none.
 *
 * @throws CliError `invalid_usage`.
 */
export function onInputOf(text: string | undefined): OnInput | undefined {
  const way = ON_INPUT.find((one) => one === text);
  if (way !== undefined || text === undefined) return way;
  throw invalidUsage(`--on-input takes ask, decline or fail; ${JSON.stringify(text)} is none.`);
}
