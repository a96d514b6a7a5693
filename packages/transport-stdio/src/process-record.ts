import { resolve } from "node:path";
import { endLeftovers, type Leftover } from "./leftovers.js";
import { pidSpace, processEntry, standardPipes } from "./process-table.js";
import {
  type GroupRecord,
  type RecordFailure,
  recordPath,
  removeRecord,
  writeRecord,
} from "./record-file.js";
import { StdioError, type StdioErrorCode } from "./stdio-error.js";

/** Where a record is kept, and how patient it is. */
export interface ProcessRecordOptions {
  /**
   * A directory for this record alone, on a disk of this machine, of this user's own and with mode 0700.
   * Made where it is not there. Several hosts may share it.
   */
  readonly directory: string;
  /** From SIGTERM to SIGKILL, in milliseconds. Default 2,000. */
  readonly termMs?: number;
}

/** A child that has just been started as the leader of a process group of its own. */
export interface StartedChild {
  readonly pid: number;
  /** The name of its command alone: no directory, no arguments. */
  readonly command: string;
}

/** One group in a record. */
export interface RecordEntry {
  /** Settles when the file is there, or with why it cannot be. Never rejects. */
  readonly written: Promise<RecordFailure | undefined>;
  /** To be called when no process of the group lives. Also before it is written. */
  remove(): void;
}

/** Who runs which process group, in files: for the next start after one that was killed. */
export interface ProcessRecord {
  /** Enters a child. `stdioTransport` does so where it is given the record. */
  enter(child: StartedChild): RecordEntry;
  /**
   * Ends every group whose host no longer lives: SIGTERM, and SIGKILL `termMs` later. Settles at most a
   * second after that, with what was found, in the order of the files' names. Never rejects, and can be
   * called at any time, by several hosts at once too.
   */
  endLeftovers(): Promise<readonly Leftover[]>;
}

/**
 * A record of child processes in a directory, one small file for each process group that lives: its id, its
 * leader's start time, those of the host, and the command's name. Never arguments, environment or output.
 *
 * What it ends is surely what was recorded: an id that was given to another process is never signalled.
 *
 * @throws StdioError `invalid_record` where the directory is no path; `invalid_limit` where `termMs` is no
 * integer of at least 0; `unsupported_platform` on Windows, which has no process groups.
 */
export function processRecord(options: ProcessRecordOptions): ProcessRecord {
  const { termMs = 2000 } = options;
  checkOptions(options, termMs);
  const directory = resolve(options.directory);
  return {
    enter: (child) => new Entry(directory, child),
    endLeftovers: () => endLeftovers(directory, termMs),
  };
}

class Entry implements RecordEntry {
  readonly written: Promise<RecordFailure | undefined>;
  #path: string | undefined;
  #isOver = false;

  constructor(directory: string, child: StartedChild) {
    this.written = this.#write(directory, child);
  }

  remove(): void {
    this.#isOver = true;
    if (this.#path !== undefined) removeRecord(this.#path);
  }

  async #write(directory: string, child: StartedChild): Promise<RecordFailure | undefined> {
    const record = await recordOf(child).catch((error: NodeJS.ErrnoException) => ({
      code: error.code ?? "UNKNOWN",
      message: `This system does not tell when a process was started (${error.message}).`,
    }));
    if (record === undefined || this.#isOver) return undefined;
    if ("message" in record) return record;
    const failure = writeRecord(directory, record);
    if (failure === undefined) this.#path = recordPath(directory, record);
    return failure;
  }
}

/** `undefined` where the child has ended meanwhile. */
async function recordOf({ pid, command }: StartedChild): Promise<GroupRecord | undefined> {
  const leader = await processEntry(pid);
  const host = await processEntry(process.pid);
  if (host === undefined) throw new Error("this process is not listed");
  if (leader === undefined) return undefined;
  return {
    pid,
    start: leader.start,
    ...pidSpace(),
    pipes: standardPipes(pid),
    host: { pid: host.pid, start: host.start },
    command,
  };
}

function checkOptions({ directory }: ProcessRecordOptions, termMs: number): void {
  if (process.platform === "win32") {
    breach(
      "unsupported_platform",
      "On Windows there is no record of processes; leave it out there.",
    );
  }
  if (typeof directory !== "string" || directory === "" || directory.includes("\0")) {
    breach("invalid_record", "The directory of a record is a path without NUL characters.");
  }
  if (!Number.isSafeInteger(termMs) || termMs < 0) {
    breach("invalid_limit", `termMs is ${termMs}; give an integer of at least 0.`);
  }
}

function breach(code: StdioErrorCode, message: string): never {
  throw new StdioError(message, { code });
}
