import type { ExitStatus } from "./close-reason.js";

/** The line in which a runtime names what was thrown: "TypeError: …", "Error [ERR_X]: …". */
const THROWN = /^\s*(?:Uncaught )?[\w.]*(?:Error|Exception)(?: \[\w+\])?: /;

/** "fatal: …", "npm error …": a line that speaks of an error. */
const ERROR = /\b(?:error|fatal|panic)\b/i;

/** What a runtime prints around an error: stack frames, and its own version. */
const AROUND_AN_ERROR = /^(?:\s+at |Node\.js v\d)/;

/**
 * What of a process's last lines on stderr most likely says why it ended: what it threw; else the first
 * two that speak of an error; else the last. At most 200 characters; `undefined` where it said nothing.
 */
export function lastWords({ stderr }: ExitStatus): string | undefined {
  const lines = stderr.filter((line) => line.trim() !== "" && !AROUND_AN_ERROR.test(line));
  const thrown = lines.filter((line) => THROWN.test(line)).slice(0, 1);
  const errors = thrown.length > 0 ? thrown : lines.filter((line) => ERROR.test(line)).slice(0, 2);
  const words = errors.length > 0 ? errors : (lines.length > 0 ? lines : stderr).slice(-1);
  const text = words.map((line) => line.trim()).join(" | ");
  if (text === "") return undefined;
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
