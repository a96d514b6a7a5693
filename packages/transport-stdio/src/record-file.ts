import { join } from "node:path";
import { builtin } from "./builtin.js";
import type { PidSpace } from "./process-table.js";

/** One process, so that no other that gets its id later is taken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly start: number;
}

/** What a file of the record says: a process group, its leader's identity, and who started it. */
export interface GroupRecord extends ProcessIdentity, PidSpace {
  /** Standard streams of the leader: who has one of them was started by it, or by one that was. */
  readonly pipes: readonly string[];
  readonly host: ProcessIdentity;
  /** The name of the command alone. */
  readonly command: string;
}

/** What is found under a name in the record's directory. */
export type FoundFile =
  | { readonly type: "record"; readonly record: GroupRecord }
  | { readonly type: "vanished" }
  | { readonly type: "not_ours" | "unreadable"; readonly message: string };

/** Why a directory cannot hold the record. `code` is the system's own, or `RECORD_NOT_PRIVATE`. */
export interface RecordFailure {
  readonly code: string;
  readonly message: string;
}

/** More than any record has. */
const MOST_BYTES = 16 * 1024;

/** Where the record of a group is: no two processes of a boot share the name. */
export function recordPath(directory: string, { pid, start }: ProcessIdentity): string {
  return join(directory, `${pid}-${start}.json`);
}

/**
 * Writes a record, so that another process finds all of it or nothing. Makes the directory where it is
 * not there.
 */
export function writeRecord(directory: string, record: GroupRecord): RecordFailure | undefined {
  const fs = builtin("node:fs");
  const path = recordPath(directory, record);
  const draft = `${path}.tmp`;
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const failure = whyNotPrivate(directory);
    if (failure !== undefined) return failure;
    fs.writeFileSync(draft, JSON.stringify({ version: 1, ...record }), { flag: "wx", mode: 0o600 });
    fs.renameSync(draft, path);
    return undefined;
  } catch (error) {
    removeRecord(draft);
    return failureOf(path, error);
  }
}

/** Removes a record. What cannot be removed is found again, and found to be of a group that is gone. */
export function removeRecord(path: string): void {
  try {
    builtin("node:fs").rmSync(path, { force: true });
  } catch {}
}

/** Names in the record's directory, sorted; none where it is not there. */
export function recordNames(directory: string): readonly string[] | RecordFailure {
  try {
    const names = builtin("node:fs").readdirSync(directory).sort();
    return whyNotPrivate(directory) ?? names;
  } catch (error) {
    const failure = failureOf(directory, error);
    return failure.code === "ENOENT" ? [] : failure;
  }
}

/** Reads what is no larger than a record, a plain file and of this user; follows no link, waits for nothing. */
export function readRecord(path: string): FoundFile {
  const fs = builtin("node:fs");
  let fd: number;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code, message } = failureOf(path, error);
    if (code === "ENOENT") return { type: "vanished" };
    const isLink = code === "ELOOP" || code === "EMLINK";
    return { type: "unreadable", message: isLink ? `${path} is a symbolic link.` : message };
  }
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return { type: "unreadable", message: `${path} is not a plain file.` };
    if (stat.uid !== process.geteuid?.() || (stat.mode & 0o022) !== 0) {
      const message = `${path} belongs to another user, or can be written by others.`;
      return { type: "not_ours", message };
    }
    const record = stat.size > MOST_BYTES ? undefined : parse(fs.readFileSync(fd, "utf8"));
    if (record !== undefined) return { type: "record", record };
    return { type: "unreadable", message: `${path} is not a record, or not all of one.` };
  } catch (error) {
    return { type: "unreadable", message: failureOf(path, error).message };
  } finally {
    fs.closeSync(fd);
  }
}

/** Whoever else could write there could have processes of this user ended. */
function whyNotPrivate(directory: string): RecordFailure | undefined {
  const { uid, mode } = builtin("node:fs").statSync(directory);
  if (uid === process.geteuid?.() && (mode & 0o077) === 0) return undefined;
  const message = `${directory} is open to other users. Give a directory of this user's own, with mode 0700.`;
  return { code: "RECORD_NOT_PRIVATE", message };
}

function failureOf(path: string, error: unknown): RecordFailure {
  const { code = "UNKNOWN", message } = error as NodeJS.ErrnoException;
  return {
    code,
    message: `${path} cannot be used (${message}); give a directory that can be written.`,
  };
}

function parse(text: string): GroupRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value["version"] !== 1) return undefined;
  const { pipes, host, boot, namespace, command } = value;
  const isRecord =
    // A signal to group 0 would reach this process's own group, and one to group 1 everything.
    isIdentity(value) &&
    value["pid"] !== 1 &&
    isIdentity(host) &&
    Array.isArray(pipes) &&
    [boot, namespace, command, ...pipes].every((one) => typeof one === "string");
  return isRecord ? (value as unknown as GroupRecord) : undefined;
}

function isIdentity(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { pid, start } = value;
  return Number.isSafeInteger(pid) && Number(pid) > 0 && Number.isSafeInteger(start);
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}
