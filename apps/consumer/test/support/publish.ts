import { readdirSync } from "node:fs";
import { join } from "node:path";
import { environment, HOST } from "./nodes.js";
import type { Manifest, Registry } from "./registry.js";
import { run } from "./run.js";
import { manifestOf, othersOf, publishThirdParty } from "./third-party.js";

/** The folder of the repository. */
export const ROOT: string = join(import.meta.dirname, "../../../..");

/** One of our packages that is published. */
export interface Ours {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** All of them. */
export const OURS: readonly Ours[] = ["packages", "apps"]
  .map((folder) => join(ROOT, folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .map((folder) => ({ folder, manifest: manifestOf(folder) }))
  .filter(({ manifest }) => manifest.private !== true);

/** The scope of ours, such as `@acme`. */
export const SCOPE: string = OURS[0]?.manifest.name.split("/")[0] ?? "";

/** Publishes what ours depend on, then ours, by what a release does; they have to be built. */
export async function publishAll(registry: Registry): Promise<void> {
  await publishThirdParty(
    registry,
    OURS.map(({ folder, manifest }) => ({
      folder,
      names: [...othersOf(manifest), ...neededByExample(manifest)],
    })),
  );
  // The tags of a release are for a repository that is released.
  const changeset = join(ROOT, "node_modules/@changesets/cli/bin.js");
  const env = { ...process.env, ...environment({ ...HOST, path: process.execPath }, registry.env) };
  await run(process.execPath, [changeset, "publish", "--no-git-tag"], { cwd: ROOT, env });
}

/** What only the example of `@x/otel` imports: its host brings an SDK. */
function neededByExample({ devDependencies }: Manifest): readonly string[] {
  return Object.keys(devDependencies ?? {}).filter((name) => name.startsWith("@opentelemetry/"));
}
