import { ClientError } from "@x/client";
import { ConfigError } from "@x/config";
import { isJsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { failureKind, type Phase } from "./failure-kind.js";
import { oneLine } from "./printable.js";

const LONGEST = 4000;

/** What `--json` says of a failure; `null` where something is not known, or there is nothing to say. */
export interface Failure {
  /** The one that it is about, where it is about one. */
  readonly server: string | null;
  readonly phase: Phase;
  /** Of the error, or `unexpected`. */
  readonly code: string;
  /** A sentence. */
  readonly message: string;
  /** What to do, where that is more than the message says. */
  readonly hint: string | null;
  /** The last lines that the server wrote to stderr before it ended. */
  readonly stderrTail: readonly string[] | null;
}

/** What is known beside the error. */
export interface Circumstances {
  /** Takes the operator's secrets out of a text; nothing is cut before that. */
  readonly hide: (text: string) => string;
  /** The server that was asked last. */
  readonly server: string | undefined;
  /** What there is to know of how the command is written. */
  readonly usage: string;
}

/** What there is to tell programs of an error that nothing handled. */
export function failureOf(error: unknown, { hide, server, usage }: Circumstances): Failure {
  const { phase } = failureKind(error);
  const about = error instanceof CliError ? error.about : {};
  const lines = about.stderrTail ?? stderrIn(error);
  const hint = about.hint ?? (phase === "usage" && isUsage(error) ? lastLine(usage) : undefined);
  return {
    server: about.server ?? serverIn(error) ?? server ?? null,
    phase: about.phase ?? phase,
    code: isCoded(error) ? error.code : "unexpected",
    message: hide(error instanceof Error ? error.message : String(error)),
    hint: hint === undefined ? null : hide(hint),
    stderrTail: lines === undefined || lines.length === 0 ? null : lines.map(hide),
  };
}

/** What to tell people of it: a sentence where it is theirs to mend, all that is known where it is ours. */
export function failureText(error: unknown, { hide, usage }: Circumstances): string {
  if (!(error instanceof Error)) return `Unexpected: ${hide(String(error))}`;
  // What a server said may be in these, and is to look like nothing but a part of them.
  if (error instanceof ClientError || error instanceof CliError) {
    const more = isUsage(error) ? usage.trimEnd() : hintIn(error, hide);
    return `x-mcp: ${oneLine(hide(error.message), LONGEST)}${more === "" ? "" : `\n${more}`}`;
  }
  if (error instanceof ConfigError) return `x-mcp: ${hide(error.message)}`;
  return `Unexpected: ${hide(error.stack ?? error.message)}`;
}

/** What to do, where the message does not say that already. */
function hintIn(error: ClientError | CliError, hide: (text: string) => string): string {
  const { hint = "" } = error instanceof CliError ? error.about : {};
  return error.message.includes(hint) ? "" : oneLine(hide(hint), LONGEST);
}

function isCoded(error: unknown): error is ClientError | CliError | ConfigError {
  return error instanceof ClientError || error instanceof CliError || error instanceof ConfigError;
}

function isUsage(error: unknown): boolean {
  return error instanceof CliError && error.code === "invalid_usage";
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

/** The server whose part of a configuration is wrong, where all that is wrong is there. */
function serverIn(error: unknown): string | undefined {
  if (!(error instanceof ConfigError)) return undefined;
  const servers = error.problems.map((problem) =>
    "server" in problem ? problem.server : undefined,
  );
  return new Set(servers).size === 1 ? servers[0] : undefined;
}

/** The last words of a process that ended instead of answering: they are behind the error. */
function stderrIn(error: unknown): readonly string[] | undefined {
  let cause = error instanceof Error ? error.cause : undefined;
  // Behind a request that it was to answer, too.
  if (isJsonObject(cause) && isJsonObject(cause["outcome"])) cause = cause["outcome"];
  for (const key of ["reason", "exit", "stderr"]) {
    cause = isJsonObject(cause) ? cause[key] : undefined;
  }
  return Array.isArray(cause) ? cause.map(String) : undefined;
}
