import { access, constants, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";

/** What is saved, and where; a relative name is one in the working directory. */
export interface Saved {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** What the server says that it is. */
  readonly mimeType: unknown;
}

/**
 * Looks whether a file can be written, before anything is asked of a server: what a tool did cannot be undone
 * where its answer is lost.
 *
 * @throws CliError `not_saved`.
 */
export async function checkSavable(file: string | undefined, cwd: string): Promise<void> {
  if (file === undefined) return;
  const path = resolve(cwd, file);
  try {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    await access(found === undefined ? dirname(path) : path, constants.W_OK);
  } catch (cause) {
    throw new CliError(
      `${JSON.stringify(file)} cannot be written: ${flaw(cause)}. Nothing was started.`,
      { code: "not_saved", cause, about: { phase: "configuration" } },
    );
  }
}

/**
 * Writes a file, in place of what was in it, and tells that on stderr.
 *
 * @throws CliError `save_failed`.
 */
export async function saveBytes(
  { file, bytes, mimeType }: Saved,
  { cwd, note }: Pick<Invocation, "cwd" | "note">,
): Promise<void> {
  try {
    await writeFile(resolve(cwd, file), bytes);
  } catch (cause) {
    throw new CliError(`${JSON.stringify(file)} could not be written: ${flaw(cause)}.`, {
      code: "save_failed",
      cause,
    });
  }
  const type = typeof mimeType === "string" ? ` of ${JSON.stringify(mimeType.slice(0, 200))}` : "";
  note(`Saved ${bytes.length} bytes${type} in ${JSON.stringify(file)}.`);
}

function flaw(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
      return "its folder does not exist";
    case "EISDIR":
      return "it is a folder; name a file";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "that is not permitted";
    default:
      return code === "" ? String(cause) : code;
  }
}
