import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ROOT, SCOPE } from "./publish.js";

/** What tools make, and what belongs to git. */
const LEFT_OUT = new Set([".git", ".snippets", ".turbo", "coverage", "dist", "node_modules"]);

/** A copy of the repository as it is now, not built and with nothing installed. The caller removes it. */
export function copyOfRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), "x-mcp-copy-"));
  cpSync(ROOT, copy, { recursive: true, filter: (from) => !LEFT_OUT.has(basename(from)) });
  return copy;
}

/**
 * Installs in the copy what is installed here, without asking anybody: the packages of others are those of
 * this repository, ours are those of the copy, under this scope.
 */
export function installCopy(copy: string, scope: string): void {
  for (const folder of [".", ...globSync(["docs", "packages/*", "apps/*"], { cwd: ROOT })]) {
    const here = join(ROOT, folder, "node_modules");
    if (!existsSync(here)) continue;
    const there = join(copy, folder, "node_modules");
    mkdirSync(there);
    for (const name of readdirSync(here)) {
      if (name === ".pnpm") symlinkSync(join(here, name), join(there, name));
      else {
        // Links of pnpm are relative, so that they lead to what is in the copy.
        const renamed = name === SCOPE ? scope : name;
        cpSync(join(here, name), join(there, renamed), { recursive: true, verbatimSymlinks: true });
      }
    }
  }
}
