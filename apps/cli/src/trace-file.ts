import { constants, type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "./cli-error.js";

/** Nobody else may read what was said between a client and its servers. */
const MODE = 0o600;

/**
 * Opens the file of a trace, empty and for its owner alone; what was in it is gone.
 *
 * @throws CliError `trace_not_writable`, with the file and what to do; then nothing in it has changed.
 */
export async function openTraceFile(file: string, cwd: string): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    // Not blocking: a pipe that nobody reads would keep the program from ever beginning.
    const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
    handle = await open(resolve(cwd, file), flags, MODE);
    const found = await handle.stat();
    if (found.isFile()) {
      await handle.chmod(MODE);
      await handle.truncate(0);
    } else if (!found.isCharacterDevice()) {
      throw traceNotWritable(file, "it is no file; name another one");
    }
    return handle;
  } catch (cause) {
    await handle?.close();
    throw cause instanceof CliError ? cause : traceNotWritable(file, writeFlaw(cause), cause);
  }
}

/** Why a file could not be written, and what to do. */
export function writeFlaw(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
      return "its folder does not exist; make it, or name another file";
    case "EISDIR":
      return "it is a directory; name a file";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "that is not permitted; name a file of your own";
    case "ENOSPC":
    case "EDQUOT":
      return "there is no space left; make some, or name a file elsewhere";
    case "ENXIO":
      return "it is no file; name another one";
    default:
      return `${code === "" ? String(cause) : code}; name another file`;
  }
}

/** The error for a trace that cannot be written. */
export function traceNotWritable(file: string, why: string, cause?: unknown): CliError {
  const message = `The trace cannot be written to ${JSON.stringify(file)}: ${why}. Nothing was started.`;
  return new CliError(message, { code: "trace_not_writable", cause });
}
