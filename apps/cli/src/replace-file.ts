import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CliError } from "./cli-error.js";
import { writeFlaw } from "./trace-file.js";

/**
 * Puts a text in the place of a file, whole or not at all; its folder is made where it is not there.
 *
 * @throws CliError `not_saved`.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw new CliError(`${JSON.stringify(file)} could not be written: ${writeFlaw(cause)}.`, {
      code: "not_saved",
      cause,
    });
  }
}
