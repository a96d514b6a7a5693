import type { LogLevel } from "@x/client";
import { invalidUsage } from "./cli-error.js";
import { closest } from "./closest.js";
import { LOG_LEVELS } from "./log-levels.js";

/** The most seconds that `--for` and `--timeout` take: about eleven days. */
const MOST_SECONDS = 1_000_000;

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
