import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What esbuild tells of what it wrote. Files are relative to where it ran. */
interface Metafile {
  readonly outputs: {
    readonly [file: string]: { readonly inputs: { readonly [file: string]: object } };
  };
}

/** Where the licences of what is bundled are, in the folder of the build. */
export const LICENCES = "THIRD-PARTY-LICENSES.txt";

/** What comes between two packages. */
const RULE = `\n${"-".repeat(80)}\n\n`;

/**
 * Writes the licence of every package of others that is in the bundle, whole, as nearly all licences ask for: with its
 * name and version, sorted by these.
 *
 * @throws Error where one has no licence text: it must not be bundled then.
 */
export function writeLicences({ outputs }: Metafile, folder: string): void {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const packages = new Set(files.flatMap((file) => packageOf(resolve(file)) ?? []));
  const texts = [...packages].map(licenceOf).toSorted();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, LICENCES), texts.join(RULE));
}

/** The folder of the package of others that a file is of. */
function packageOf(file: string): string | undefined {
  return /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file)?.[0];
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Readonly<Record<string, unknown>>;
  const licences = textsIn(folder, /^(licen[cs]e|copying)([.-]|$)/i);
  if (licences.length === 0) {
    const what = `${name} ${version} is in the bundle, and there is no licence text in its package (${folder})`;
    throw new Error(
      `${what}. Do without it, or make it a dependency that is left out of the bundle.`,
    );
  }
  const notices = textsIn(folder, /^(notice|third-?party-?notices)([.-]|$)/i);
  return [`${name} ${version} (${license})`, ...licences, ...notices].join("\n\n").concat("\n");
}

function textsIn(folder: string, name: RegExp): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
}
