import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorsRegions } from "./errors.ts";
import { hostsRegions } from "./limits.ts";
import { protocolRegions } from "./protocol.ts";
import { readmeRegions } from "./readme.ts";
import { type Regions, withRegions } from "./regions.ts";

const root = join(import.meta.dirname, "..");

/** What is generated, by page. */
async function pages(): Promise<ReadonlyMap<string, Regions>> {
  return new Map([
    ["README.md", readmeRegions()],
    ["docs/errors.md", errorsRegions()],
    ["docs/hosts.md", hostsRegions()],
    ["docs/protocol.md", await protocolRegions()],
  ]);
}

/** Writes what is generated into its pages. */
export async function writePages(): Promise<void> {
  for (const [page, regions] of await pages()) {
    const path = join(root, page);
    writeFileSync(path, withRegions(readFileSync(path, "utf8"), regions));
  }
}

/** @throws Error where a page is not as it would be written now. */
export async function checkPages(): Promise<void> {
  for (const [page, regions] of await pages()) {
    const text = readFileSync(join(root, page), "utf8");
    if (withRegions(text, regions) === text) continue;
    throw new Error(
      `${page} is out of date: run \`pnpm --dir docs exec node doctest.ts --write\`.`,
    );
  }
}
