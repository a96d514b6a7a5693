import type { Stats } from "node:fs";
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CliError } from "./cli-error.js";
import { traceNotWritable } from "./trace-file.js";

/** A file of a run. */
export interface FileUse {
  readonly by: "the configuration" | "--answers" | "--trace" | "--output";
  /** As it was named. */
  readonly file: string;
  readonly isWritten: boolean;
}

/**
 * Refuses a file that is to be written and is named for something else as well, also by a link: one of the two would
 * be gone. Devices may be named several times. Relative names count from the working directory `cwd`.
 *
 * @throws CliError `same_file`; `trace_not_writable` where the trace is the configuration.
 */
export async function refuseSameFiles(uses: readonly FileUse[], cwd: string): Promise<void> {
  const known = await Promise.all(
    uses.map(async (use) => {
      const path = resolve(cwd, use.file);
      return { use, path, found: await stat(path).catch(() => undefined) };
    }),
  );
  const files = known.filter(({ found }) => found === undefined || found.isFile());
  const places = await Promise.all(files.map(({ path }) => placeOf(path)));
  for (const [index, { use, found }] of files.entries()) {
    const other = files.findIndex(
      (one, at) =>
        at < index &&
        (use.isWritten || one.use.isWritten) &&
        (places[at] === places[index] || isSame(found, one.found)),
    );
    const first = files[other];
    if (first === undefined) continue;
    throw sameFile(first.use, use);
  }
}

function sameFile({ by }: FileUse, use: FileUse): CliError {
  if (by === "the configuration" && use.by === "--trace") {
    return traceNotWritable(use.file, "it is the configuration; name another file");
  }
  const file = JSON.stringify(use.file);
  const message = `${use.by} is to write ${file}, which is the file of ${by}, too; name another file. Nothing was started.`;
  return new CliError(message, { code: "same_file" });
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}

/** More links in a row than a system follows. */
const MOST_LINKS = 40;

/** Where a file is, or would be made, behind all links. */
async function placeOf(path: string, links = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink() === true && links < MOST_LINKS) {
      return placeOf(resolve(dirname(path), await readlink(path)), links + 1);
    }
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    return join(folder, basename(path));
  }
}
