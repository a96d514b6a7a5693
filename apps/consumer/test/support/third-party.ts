import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { environment, HOST } from "./nodes.js";
import type { Manifest, Registry } from "./registry.js";
import { eachOfTwo, run } from "./run.js";

/** What a package needs besides itself, from where it is installed. */
export interface Wanted {
  /** The folder of the package. */
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * Publishes packages of others, as they are installed here, and all that they need in turn: so that a
 * registry which knows of no other one has all that ours depend on.
 */
export async function publishThirdParty(
  registry: Registry,
  wanted: readonly Wanted[],
): Promise<void> {
  const env = environment(HOST, registry.env);
  await eachOfTwo(closure(wanted), async (folder) => {
    const manifest = manifestOf(folder);
    const name = `${encodeURIComponent(manifest.name)}-${manifest.version}`;
    // Of files that are one and the same to pnpm, an archive would have links in place of all but one.
    const copy = join(registry.folder, name, "package");
    const filter = (from: string) =>
      from === folder || (basename(from) !== "node_modules" && !from.endsWith(".map"));
    await cp(folder, copy, { recursive: true, filter });
    const tarball = join(registry.folder, `${name}.tgz`);
    await run("tar", ["-czf", tarball, "-C", dirname(copy), "package"], {
      cwd: registry.folder,
      env,
    });
    await rm(dirname(copy), { recursive: true });
    await publish(registry, manifest, readFileSync(tarball));
  });
}

/** The dependencies of a package that are not ours, those that it wants beside it included. */
export function othersOf(manifest: Manifest): readonly string[] {
  const { dependencies, peerDependencies, peerDependenciesMeta, optionalDependencies } = manifest;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
  return names.filter((name) => !name.startsWith("@x/"));
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The folders of all that is wanted, in turn. */
function closure(wanted: readonly Wanted[]): readonly string[] {
  const folders = new Set<string>();
  const rest = [...wanted];
  for (const { folder, names } of rest) {
    for (const name of names) {
      const found = installed(name, folder);
      // What is optional, such as for another system, may not be here.
      if (found === undefined) continue;
      if (folders.has(found)) continue;
      folders.add(found);
      rest.push({ folder: found, names: othersOf(manifestOf(found)) });
    }
  }
  return [...folders];
}

/** Where Node would find a package from a folder. */
function installed(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const here = join(folder, "node_modules", name);
    if (existsSync(join(here, "package.json"))) return realpathSync(here);
    if (folder === dirname(folder)) return undefined;
  }
}

async function publish({ url }: Registry, manifest: Manifest, tarball: Buffer): Promise<void> {
  const { name, version } = manifest;
  const file = `${name}-${version}.tgz`;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const shasum = createHash("sha1").update(tarball).digest("hex");
  const dist = { integrity, shasum, tarball: `${url}${name}/-/${file}` };
  const data = tarball.toString("base64");
  const reply = await fetch(`${url}${name.replace("/", "%2f")}`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: "Bearer anybody" },
    body: JSON.stringify({
      _id: name,
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
      _attachments: {
        [file]: { content_type: "application/octet-stream", data, length: tarball.length },
      },
    }),
  });
  if (!reply.ok) throw new Error(`${name}@${version}: ${reply.status} ${await reply.text()}`);
}
