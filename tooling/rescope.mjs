/**
 * `node tooling/rescope.mjs @acme`: rewrites the scope of all packages, in every file of this folder that
 * holds text, and then what is sorted or wrapped by it. Can be run again, for another scope.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
/** What tools make, and what belongs to git. */
const NOT_OURS = new Set([".git", ".snippets", ".turbo", "coverage", "dist", "node_modules"]);

const [scope = ""] = process.argv.slice(2);
const { name } = JSON.parse(readFileSync(join(root, "packages/wire/package.json"), "utf8"));
const before = name.slice(0, name.indexOf("/"));

const problem = problemWith(scope);
if (problem === undefined) {
  const changed = textFiles(root).filter((file) => rewrite(file));
  console.log(`${before} is ${scope} now, in ${changed.length} files.`);
  format(changed);
} else {
  console.error(problem);
  process.exitCode = 2;
}

function problemWith(wanted) {
  if (!/^@[a-z0-9][a-z0-9._-]*$/.test(wanted)) {
    return "Say which scope the packages are to have: node tooling/rescope.mjs @acme";
  }
  if (wanted === before) return `The packages have the scope ${before} already.`;
  // It could not be told apart any more from what is ours.
  const lock = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
  if (lock.includes(`${wanted}/`))
    return `Packages of others that are used here have the scope ${wanted}.`;
  return undefined;
}

function textFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return textFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Tells whether there was something to rewrite: the scope before a slash, also before one that is escaped. */
function rewrite(file) {
  const bytes = readFileSync(file);
  if (bytes.includes(0)) return false;
  const text = bytes.toString();
  const pattern = new RegExp(`${before.replaceAll(".", "\\.")}(?=\\\\?/)`, "g");
  const rewritten = text.replaceAll(pattern, scope);
  if (rewritten === text) return false;
  writeFileSync(file, rewritten);
  return true;
}

/** Imports are sorted by name, and lines are wrapped where they become too long. */
function format(files) {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  if (!existsSync(biome)) {
    console.log("Run `pnpm install` and `pnpm run format` next: imports are sorted by name.");
    return;
  }
  const args = ["check", "--write", "--linter-enabled=false", "--no-errors-on-unmatched", ...files];
  const { status } = spawnSync(process.execPath, [biome, ...args], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
