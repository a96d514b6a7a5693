import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type ConfigKind, kindOfFile, type Place, usualPlaces } from "@x/config";
import { CliError } from "./cli-error.js";
import type { Io } from "./io.js";
import { type Reading, readNamed, tooLargeText } from "./named-file.js";

/** A file of servers and what is in it. */
export interface ConfigFile {
  /** As it was named; one that was found by its way from the working directory, where that is no detour. */
  readonly file: string;
  readonly kind: ConfigKind;
  readonly text: string;
  readonly project?: string;
  /** The folder that it is about: what `${workspaceFolder}` is. Absolute. */
  readonly workspace: string;
}

/** Where a run is. */
export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  readonly io: Io;
}

/**
 * The files that were named, in their order.
 *
 * @throws CliError `config_not_readable`.
 */
export async function namedFiles(
  files: readonly string[],
  { cwd, io }: Surroundings,
): Promise<readonly ConfigFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const kind = kindOfFile(file);
      const folder = folderOf(file, cwd);
      const isOfUser = folder === io.home || kind === "claude-desktop";
      const workspace = isOfUser || dirname(resolve(cwd, file)) === folder ? cwd : folder;
      return { file, kind, text: await textOf(file, cwd, io), workspace };
    }),
  );
}

/**
 * The files that are there of those in which editors and this program keep servers, the weakest first.
 *
 * @throws CliError `config_not_readable` for one that is there and cannot be read.
 */
export async function foundFiles({ cwd, io }: Surroundings): Promise<readonly ConfigFile[]> {
  const found = await Promise.all(
    placesOf({ cwd, io }).map(async ({ file, kind, project }) => {
      const text = await textIfThere(file, io);
      const more = project === undefined ? {} : { project };
      return text === undefined
        ? []
        : [{ file: shortened(file, cwd), kind, text, ...more, workspace: cwd }];
    }),
  );
  return found.flat();
}

/** Where files of servers are usually kept. */
export function placesOf({ cwd, io }: Surroundings): readonly Place[] {
  return usualPlaces({ platform: process.platform, home: io.home, cwd, env: io.env });
}

/** The folder of this user's own settings of this program. Absolute. */
export function ownFolder(surroundings: Surroundings): string {
  const own = placesOf(surroundings).find(
    ({ kind, scope }) => kind === "x-mcp" && scope === "user",
  );
  return own === undefined ? join(surroundings.io.home, ".config", "x-mcp") : dirname(own.file);
}

/**
 * What relative paths in a file count from: its folder, or the one that an editor's own folder is in.
 */
export function folderOf(file: string, cwd: string): string {
  const folder = dirname(resolve(cwd, file));
  return /[/\\]\.(vscode|cursor|gemini)$/.test(folder) ? dirname(folder) : folder;
}

/**
 * The text of a file; nothing where it is not there.
 *
 * @throws CliError `config_not_readable`.
 */
export async function textIfThere(file: string, reading: Reading): Promise<string | undefined> {
  try {
    return String(await readNamed(file, reading));
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw notReadable(file, cause);
  }
}

async function textOf(file: string, cwd: string, reading: Reading): Promise<string> {
  try {
    return String(await readNamed(resolve(cwd, file), reading));
  } catch (cause) {
    throw notReadable(file, cause);
  }
}

function shortened(file: string, cwd: string): string {
  const way = relative(cwd, file);
  return way === "" || way.startsWith("..") || isAbsolute(way) ? file : way;
}

/** The error for a configuration, or what lies over one, that cannot be read. */
export function notReadable(file: string, cause: unknown): CliError {
  return new CliError(`The configuration ${JSON.stringify(file)} ${flaw(cause)}.`, {
    code: "config_not_readable",
    cause,
  });
}

function flaw(cause: unknown): string {
  const code = codeOf(cause);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "does not exist";
    case "EISDIR":
      return "is a directory; name a file";
    case "EACCES":
    case "EPERM":
      return "may not be read; check its permissions";
    case "EFBIG":
      return `is ${tooLargeText()}`;
    default:
      return `cannot be read (${code})`;
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
