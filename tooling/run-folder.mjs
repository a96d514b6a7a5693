/** The folder of a run of the tests, by which its processes and temporary files are known. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** What tools keep among temporary files on purpose, and why that is no leftover. */
const KEPT_BY_TOOLS = new Map([
  ["jiti", "the cache of a loader, which a published server that we test with brings along"],
  ["node-compile-cache", "Node's cache of compiled modules, which build tools switch on"],
]);

/**
 * Makes the folder of a run, which the caller removes, and gives the variables by which its processes are
 * known.
 *
 * A server gets only a few variables of ours, and so does a task of turbo. `TMPDIR` and `PATH` come through
 * nearly everywhere, and from the official client only `PATH`; so the folder stands in both.
 */
export function openRun() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "x-mcp-test-"));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  const PATH = [process.env.PATH, join(folder, "no-programs")].join(delimiter);
  return {
    folder,
    temporary,
    environment: { TMPDIR: temporary, TMP: temporary, TEMP: temporary, PATH },
  };
}

/** The names of what is in a folder for temporary files, what tools keep there aside, sorted. */
export function filesIn(temporary) {
  return readdirSync(temporary, { withFileTypes: true })
    .filter(({ name }) => !KEPT_BY_TOOLS.has(name))
    .map((entry) => (entry.isDirectory() ? withContents(temporary, entry.name) : entry.name))
    .sort();
}

function withContents(parent, name) {
  const inside = readdirSync(join(parent, name)).sort();
  const more = inside.length > 5 ? ", …" : "";
  return `${name}/ (${inside.slice(0, 5).join(", ") || "empty"}${more})`;
}
