import { readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { replaceFile } from "../replace-file.js";
import { sha256 } from "../sha256.js";
import { type Catalogue, catalogueIn, catalogueText, type Stamped } from "./catalogue.js";

/** Larger catalogues are not kept. */
const LARGEST_BYTES = 2 ** 20;

/** So many configurations are remembered; those that were used longest ago go first. */
const MOST_FILES = 50;

/** Which configuration it is about. */
export interface CatalogueKey {
  /** Absolute. */
  readonly folder: string;
  /** The files that were named, absolute, in their order; none for those that are found from `cwd`. */
  readonly named: readonly string[];
  /** Absolute. */
  readonly cwd: string;
}

/** The catalogue of a configuration; nothing where there is none that can be read. */
export async function readCatalogue(key: CatalogueKey): Promise<Catalogue | undefined> {
  const text = await readFile(fileOf(key), "utf8").catch(() => "");
  return catalogueIn(text);
}

/**
 * Keeps a catalogue, for its owner alone and all at once: whoever reads meanwhile gets the old one or the
 * new one. What does not change is not written.
 *
 * Rejects where it cannot be written.
 */
export async function writeCatalogue(key: CatalogueKey, catalogue: Catalogue): Promise<void> {
  const text = catalogueText(catalogue);
  const file = fileOf(key);
  if (text.length > LARGEST_BYTES || (await readFile(file, "utf8").catch(() => "")) === text)
    return;
  await replaceFile(file, text);
  await removeOldest(dirname(file));
}

/** What a file is now. */
export async function stamped(path: string): Promise<Stamped> {
  try {
    const { mtimeMs, size } = await stat(path);
    return { path, stamp: `${mtimeMs}:${size}` };
  } catch {
    return { path, stamp: null };
  }
}

/** Whether all files are still as they were. */
export async function isCurrent({ files }: Catalogue): Promise<boolean> {
  const now = await Promise.all(files.map(({ path }) => stamped(path)));
  return now.every(({ stamp }, at) => stamp === files[at]?.stamp);
}

function fileOf({ folder, named, cwd }: CatalogueKey): string {
  const what = named.length === 0 ? { cwd } : { named: named.map((file) => resolve(cwd, file)) };
  const hash = sha256(JSON.stringify(what)).slice(0, 32);
  return join(folder, "completion", `${hash}.json`);
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MOST_FILES) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const mtimeMs = await stat(path).then(
        (found) => found.mtimeMs,
        () => 0,
      );
      return { path, mtimeMs };
    }),
  );
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  await Promise.all(files.slice(MOST_FILES).map(({ path }) => rm(path, { force: true })));
}
