/**
 * A package whose build bundles others holds them: whoever installs it has those of its build, whatever is released
 * later. So it is released whenever one of them is. Which they are, its build has written down: `metafile-esm.json`
 * of esbuild, which tsup writes where its configuration says `metafile: true`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";

/** The packages that hold something newer and that no changeset names, each with what is newer in it. */
export function heldNewer(packages, plan) {
  const released = plan.releases.filter(({ type }) => type !== "none");
  const versions = new Map(released.map(({ name, newVersion }) => [name, newVersion]));
  const named = new Set(
    released.filter(({ changesets }) => changesets.length > 0).map(({ name }) => name),
  );
  return packages
    .filter(({ name }) => !named.has(name))
    .map((holder) => ({
      name: holder.name,
      newer: heldBy(holder, packages)
        .filter(({ name }) => versions.has(name))
        .map(({ name }) => `${name} ${versions.get(name)}`),
    }))
    .filter(({ newer }) => newer.length > 0);
}

/** The packages of ours that are bundled in one, itself left out. */
function heldBy(holder, packages) {
  const metafile = join(holder.folder, "dist/metafile-esm.json");
  if (!existsSync(metafile)) return [];
  const { outputs } = JSON.parse(readFileSync(metafile, "utf8"));
  const files = Object.values(outputs)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .map((file) => resolve(holder.folder, file));
  return packages.filter(
    (one) => one !== holder && files.some((file) => file.startsWith(`${one.folder}${sep}`)),
  );
}
