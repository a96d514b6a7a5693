import type { ProcessRecord } from "./process-record.js";
import { StdioError, type StdioErrorCode } from "./stdio-error.js";

/** How long each step of ending a process group may take, in milliseconds. */
export interface StopTimeouts {
  /** From the end of stdin to SIGTERM. Default 2,000. */
  readonly stdinMs?: number;
  /** From SIGTERM to SIGKILL. Default 2,000. */
  readonly termMs?: number;
}

/** A server as a command, and the bounds of what its process can make this side keep. */
export interface StdioOptions {
  /** A path, or a name that is looked for on the child's `PATH`. Never handed to a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Default: the working directory of this process when the transport is made. */
  readonly cwd?: string;
  /**
   * The operator's own variables, added to the inherited ones and stronger than they. Their values
   * are taken for secrets: see {@link stdioTransport}.
   */
  readonly env?: { readonly [name: string]: string };
  readonly stopTimeouts?: StopTimeouts;
  /** Bytes of one frame, its line end aside. Default: that of the line decoder. */
  readonly maxFrameBytes?: number;
  /**
   * Bytes that may wait to be written to a server that does not read. One more frame, and the
   * connection ends as `failed`. Default 268,435,456.
   */
  readonly maxQueuedBytes?: number;
  /** Bytes of stderr that are kept, the last ones. Default 65,536. */
  readonly stderrBytes?: number;
  /**
   * Gets stderr as it comes, in pieces of any size, with the operator's values replaced. Must not
   * throw. Not evidence of anything: servers log there.
   */
  readonly onStderr?: (text: string) => void;
  /**
   * Gets the process id of each child as soon as it runs; on POSIX it is the id of its process group
   * too. Must not throw.
   */
  readonly onSpawn?: (pid: number) => void;
  /**
   * Has an entry for each child for as long as a process of its group lives, so that the next start of a
   * host that is killed can end it. A child that cannot be entered is ended, and the opening fails.
   */
  readonly record?: ProcessRecord | undefined;
}

/**
 * Rejects options that could not mean anything to the operating system.
 *
 * @throws StdioError `invalid_command`, `invalid_argument`, `invalid_cwd`, `invalid_environment`, `invalid_limit`.
 */
export function checkOptions(options: StdioOptions): void {
  const { command, args = [], cwd, env = {}, stopTimeouts = {} } = options;
  if (!isArgument(command) || command === "") {
    breach("invalid_command", "A command is a string that is not empty and has no NUL character.");
  }
  if (!Array.isArray(args)) {
    breach("invalid_argument", "The arguments are not a list; give one string for each.");
  }
  for (const [index, arg] of args.entries()) {
    if (!isArgument(arg)) {
      breach("invalid_argument", `Argument ${index} is not a string without NUL characters.`);
    }
  }
  if (cwd !== undefined && (!isArgument(cwd) || cwd === "")) {
    breach("invalid_cwd", "A working directory is a path without NUL characters; leave it out.");
  }
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || name.includes("=") || !isArgument(name)) {
      breach("invalid_environment", `${JSON.stringify(name)} cannot name a variable; rename it.`);
    }
    if (!isArgument(value)) {
      breach(
        "invalid_environment",
        `The variable ${name} has no usable value; give a string without NUL characters.`,
      );
    }
  }
  checkLimit("stopTimeouts.stdinMs", stopTimeouts.stdinMs, 0);
  checkLimit("stopTimeouts.termMs", stopTimeouts.termMs, 0);
  checkLimit("maxFrameBytes", options.maxFrameBytes, 1);
  checkLimit("maxQueuedBytes", options.maxQueuedBytes, 1);
  checkLimit("stderrBytes", options.stderrBytes, 0);
}

function isArgument(value: unknown): boolean {
  return typeof value === "string" && !value.includes("\0");
}

function checkLimit(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  breach("invalid_limit", `${name} is ${value}; give an integer of at least ${least}.`);
}

function breach(code: StdioErrorCode, message: string): never {
  throw new StdioError(message, { code });
}
