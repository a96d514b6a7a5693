/**
 * `node tooling/typecheck.mjs`: type-checks all tests, apps and tooling in one process, each with its own
 * `tsconfig.json`. The sources of packages are checked by their build, documents by their own task.
 */
import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const projects = globSync(
  ["tsconfig.json", "apps/*/tsconfig.json", "packages/*/test/tsconfig.json"],
  {
    cwd: root,
  },
);
const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "--build", ...projects.sort()], {
  cwd: root,
  stdio: "inherit",
});
// By these a build would find a project up to date whose dependencies have changed.
for (const file of globSync("{.,apps/*,packages/*/test}/tsconfig.tsbuildinfo", { cwd: root })) {
  rmSync(join(root, file));
}
process.exitCode = status ?? 1;
