/**
 * `node tooling/lint-packages.mjs`: packs every package as it would be published, and looks at the archives:
 * at the manifest and its files with publint, at the types that an ES module finds with attw. Nothing of others may
 * be bundled in one: it would go out without its licence, and would not be released when that is.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const root = join(import.meta.dirname, "..");
/** How the packages are not resolved: they are ES modules, for whom reads `exports`. */
const NOT_FOR = ["node10", "node16-cjs"];

const folder = mkdtempSync(join(tmpdir(), "x-mcp-packed-"));
try {
  pack();
  const archives = readdirSync(folder);
  if (archives.length !== readdirSync(join(root, "packages")).length) {
    throw new Error(`Not every package was packed, only: ${archives.join(", ")}`);
  }
  const problems = [];
  for (const archive of archives) {
    const bytes = readFileSync(join(folder, archive));
    problems.push(...(await problemsOf(bytes)).map((problem) => `${archive}: ${problem}`));
  }
  for (const name of readdirSync(join(root, "packages"))) {
    const folder = join(root, "packages", name);
    for (const source of bundledIn(folder)) {
      problems.push(`${name}: ${relative(root, source)} is bundled in it: make it a dependency`);
    }
  }
  for (const problem of problems) console.error(problem);
  console.log(`${archives.length} packages, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** One run of pnpm: it starts no process for each. */
function pack() {
  const args = ["-r", "--filter", "./packages/*", "pack", "--pack-destination", folder];
  const shell = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync("pnpm", args, {
    cwd: root,
    encoding: "utf8",
    shell,
  });
  if (status !== 0) throw new Error(`pnpm pack ended with ${status}:\n${stdout}\n${stderr}`);
}

async function problemsOf(bytes) {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  const { types, problems = [] } = await checkPackage(
    createPackageFromTarballData(new Uint8Array(bytes)),
  );
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false })),
    ...(types === false ? ["it has no types"] : []),
    ...problems
      .filter(({ resolutionKind }) => !NOT_FOR.includes(resolutionKind))
      .map((problem) => JSON.stringify(problem)),
  ];
}

/** What a build has taken from elsewhere, as its source maps tell. */
function bundledIn(folder) {
  const maps = globSync("dist/**/*.js.map", { cwd: folder }).map((file) => join(folder, file));
  if (maps.length === 0)
    throw new Error(`${folder} has no source maps, which tell what is bundled`);
  return maps
    .flatMap((file) =>
      JSON.parse(readFileSync(file, "utf8")).sources.map((name) => resolve(dirname(file), name)),
    )
    .filter((source) => !source.startsWith(folder + sep));
}
