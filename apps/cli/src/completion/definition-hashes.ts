import { readFile, stat } from "node:fs/promises";
import { sha256 } from "../sha256.js";
import { definitionsIn } from "./definitions.js";

/** A text with a salt before it as a hash, which tells nothing of what is in it. */
export function hashOf(salt: string, text: string): string {
  return sha256(`${salt}\n${text}`).slice(0, 32);
}

/**
 * What files say of each server, as hashes by its name. Files that are not there say nothing.
 *
 * @param files absolute, the weakest first.
 */
export async function definitionHashes(
  files: readonly string[],
  { cwd, salt }: { readonly cwd: string; readonly salt: string },
): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all([...new Set(files)].map((file) => textOf(file).catch(() => "")));
  const definitions = definitionsIn(texts, cwd);
  return new Map([...definitions].map(([name, text]) => [name, hashOf(salt, text)]));
}

/** A pipe has been read, and nobody writes into it any more. */
async function textOf(file: string): Promise<string> {
  const found = await stat(file);
  return found.isFile() ? readFile(file, "utf8") : "";
}
