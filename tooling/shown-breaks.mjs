/**
 * A break of a package shows through in those that have it in the types which they publish: with a patch of these, a
 * host that imports both would get two copies that do not fit. So they break in the same plan, or the changeset that
 * breaks says that nothing of it shows there, in a line such as `Does not show through @x/client, @x/config.`
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A sentence for each dependent that a break shows through, and that the plan does not have breaking. */
export function shownBreaks(packages, { changesets, releases }) {
  const versions = new Map(releases.map(({ name, oldVersion }) => [name, oldVersion]));
  const breaks = ({ name, type }) =>
    type === "major" || (type === "minor" && versions.get(name)?.startsWith("0."));
  const breaking = new Set(releases.filter(breaks).map(({ name }) => name));
  return changesets.flatMap((changeset) => {
    const hidden = new Set(hiddenBy(changeset));
    const dependents = packages.filter(({ name }) => !breaking.has(name) && !hidden.has(name));
    return changeset.releases
      .filter(breaks)
      .flatMap(({ name: broken }) =>
        dependents
          .filter((dependent) => isShownBy(dependent, broken))
          .map(({ name }) => sentence(changeset.id, broken, name)),
      );
  });
}

function sentence(id, broken, dependent) {
  return [
    `.changeset/${id}.md may break ${broken}, which is in the types of ${dependent}.`,
    `Name ${dependent} in it with a bump that breaks (minor before 1.0, major from 1.0 on).`,
    `Or, where nothing of the change shows there, say so in it, in a line of its own:`,
    `Does not show through ${dependent}.`,
  ].join(" ");
}

function hiddenBy({ summary }) {
  return [...summary.matchAll(/^Does not show through (.+?)\.?$/gm)].flatMap(([, names]) =>
    names.split(/,\s*/),
  );
}

/** Whether the types that a package publishes name another one, from its entries on. */
function isShownBy({ folder, exports = {}, manifest }, other) {
  if (!(other in { ...manifest.dependencies, ...manifest.peerDependencies })) return false;
  const files = Object.values(exports).flatMap(({ types }) => types ?? []);
  const seen = new Set(files.map((file) => join(folder, file)));
  for (const file of seen) {
    for (const name of namedBy(file)) {
      if (name === other || name.startsWith(`${other}/`)) return true;
      if (name.startsWith(".")) seen.add(join(file, "..", name.replace(/\.js$/, ".d.ts")));
    }
  }
  return false;
}

/** What a file of types imports, its comments left out: there are examples in them. */
function namedBy(file) {
  const code = readFileSync(file, "utf8").replaceAll(/\/\*.*?\*\//gs, "");
  return [...code.matchAll(/\b(?:from |import |import\()"([^"]+)"/g)].map(([, name]) => name);
}
