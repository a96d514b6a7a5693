/**
 * `node tooling/version-packages.mjs`: what `changeset version` does, and the two things that changesets cannot see.
 * Everything has to be built, as `pnpm run version-packages` does first.
 *
 * - What breaks shows through in whatever has it in its types: see `shown-breaks.mjs`.
 * - What is bundled is released with what holds it: see `held-newer.mjs`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { getReleasePlan } from "@changesets/get-release-plan";
import { heldNewer } from "./held-newer.mjs";
import { shownBreaks } from "./shown-breaks.mjs";

const root = process.cwd();
const require = createRequire(import.meta.url);

/** What this writes itself: made anew each time, since those of a release that was only tried name its versions. */
const WRITTEN = "held-by-";
for (const file of globSync(`.changeset/{,pre/}${WRITTEN}*.md`, { cwd: root })) {
  rmSync(join(root, file));
}

const packages = published();
const plan = await getReleasePlan(root);
const problems = shownBreaks(packages, plan);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else {
  for (const { name, newer } of heldNewer(packages, plan)) {
    const text = `---\n"${name}": patch\n---\n\nHolds ${newer.join(", ")}.\n`;
    writeFileSync(join(root, `.changeset/${WRITTEN}${basename(name)}.md`), text);
  }
  const cli = require.resolve("@changesets/cli/bin.js");
  const { status } = spawnSync(process.execPath, [cli, "version"], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}

/** Every package that is published: its name, its folder and what else its manifest says. */
function published() {
  const all = globSync("{packages,apps}/*/package.json", { cwd: root })
    .map((file) => {
      const { name, exports, ...manifest } = JSON.parse(readFileSync(join(root, file), "utf8"));
      return { name, folder: join(root, dirname(file)), exports, manifest };
    })
    .filter(({ manifest }) => manifest.private !== true);
  for (const { name, folder } of all) {
    if (existsSync(join(folder, "dist"))) continue;
    throw new Error(`${name} is not built: what a release moves is read from what is built.`);
  }
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
