import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Variables } from "@x/config";
import { cacheFolder } from "../cache-folder.js";
import type { Catalogue } from "./catalogue.js";
import { type CatalogueKey, isCurrent, readCatalogue } from "./catalogue-file.js";
import { definitionHashes } from "./definition-hashes.js";

/** Where a completion is asked for. */
export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Variables;
  /** Absolute. */
  readonly home: string;
}

/** The surroundings of this process. */
export function surroundings(): Surroundings {
  return { cwd: process.cwd(), env: process.env, home: homedir() };
}

/**
 * What is known of the servers of a configuration: the lists of the last runs, as far as the servers are
 * still defined as they were then.
 *
 * @param typed the files that are named, as they are typed; those that are found where there is none.
 */
export async function knownOf(
  typed: readonly string[],
  { cwd, env, home }: Surroundings,
): Promise<Catalogue> {
  const named = typed.map((file) => pathOf(file, { cwd, home }));
  const key: CatalogueKey = { folder: cacheFolder(env, home), named, cwd };
  const kept = await readCatalogue(key);
  if (kept !== undefined && (await isCurrent(kept))) return kept;
  const salt = kept?.salt ?? "";
  const files = named.length > 0 ? named : await placesKnown(kept, { cwd, env, home });
  const definitions = await definitionHashes(files, { cwd, salt });
  const servers = [...definitions].map(([name, definition]) => {
    const known = kept?.servers.find((one) => one.name === name && one.definition === definition);
    return known ?? { name, digest: "", definition, tools: null, prompts: null };
  });
  return { salt, files: [], plainNames: kept?.plainNames ?? true, servers };
}

/** What a shell makes of a word when it runs the line: without quotation marks, and with the home for `~`. */
function pathOf(typed: string, { cwd, home }: Pick<Surroundings, "cwd" | "home">): string {
  const [, quoted] = /^(?:"(.*)"|'(.*)')$/s.exec(typed)?.filter((part) => part !== undefined) ?? [];
  const plain = quoted ?? typed.replaceAll(/\\(.)/gs, "$1");
  return resolve(cwd, quoted === undefined ? plain.replace(/^~(?=\/)/, () => home) : plain);
}

/** The first time, the places are asked of what reads configurations, which takes its time to load. */
async function placesKnown(
  kept: Catalogue | undefined,
  { cwd, env, home }: Surroundings,
): Promise<readonly string[]> {
  if (kept !== undefined) return kept.files.map(({ path }) => path);
  const { usualPlaces } = await import("@x/config");
  return usualPlaces({ platform: process.platform, home, cwd, env }).map(({ file }) => file);
}
