import process from "node:process";
import { fileURLToPath } from "node:url";
import { transcriptOf } from "./cases.js";
import { TestkitError } from "./testkit-error.js";
import type { Transcript } from "./transcript.js";

/** How a scripted process is started. */
export interface FakeServerOptions {
  /**
   * A file to which the process appends what reaches it, as lines of a transcript: `+` at its start,
   * `> …`, and `-` at the end of its stdin or `!` at its own. It may be missing. The number of `+` in it
   * tells a process which lifetime it is, so every peer needs a file of its own.
   */
  readonly log?: string;
  /** How many times faster its delays pass. Default 1. */
  readonly speed?: number;
}

/** A command without a shell. */
export interface FakeServer {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command line of a process that plays a transcript, or the case with a name, on its stdin and
 * stdout. A client that does what the transcript does not have ends it with exit code 70 and a sentence
 * on stderr.
 *
 * @throws TestkitError `unknown_case`; `needs_log` where the transcript has several lifetimes or is a
 * `lock`, and there is no `log`.
 */
export function fakeServer(
  source: Transcript | string,
  options: FakeServerOptions = {},
): FakeServer {
  const { name, text, traits, lifetimes } = transcriptOf(source);
  const { log, speed } = options;
  if (log === undefined && (lifetimes.length > 1 || traits.includes("lock"))) {
    throw new TestkitError(
      `${name} has to know what was before it. Give fakeServer() the name of a file as its log.`,
      { code: "needs_log" },
    );
  }
  const args = [
    PROGRAM,
    ...(log === undefined ? [] : ["--log", log]),
    ...(speed === undefined ? [] : ["--speed", String(speed)]),
    ...(typeof source === "string" ? [] : ["--text", text]),
    name,
  ];
  if (!traits.includes("shell")) return { command: process.execPath, args };
  // The `true` keeps the shell from becoming the program.
  return { command: "sh", args: ["-c", '"$0" "$@"; true', process.execPath, ...args] };
}

const PROGRAM = fileURLToPath(new URL("../dist/fake.js", import.meta.url));
