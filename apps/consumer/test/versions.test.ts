import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { OURS, ROOT } from "./support/publish.js";
import { run } from "./support/run.js";

/** What `changeset version` reads and writes, with every package released as this version. */
function released(version: string): string {
  const copy = mkdtempSync(join(tmpdir(), "x-mcp-versions-"));
  const manifests = globSync(
    ["package.json", "docs/package.json", "{packages,apps}/*/package.json"],
    {
      cwd: ROOT,
    },
  );
  for (const file of [...manifests, "pnpm-workspace.yaml", ".changeset/config.json"]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  for (const { folder } of OURS) {
    const file = join(copy, folder.slice(ROOT.length), "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...manifest, version }));
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** The packages that one changeset moves, by the version that they get. */
async function moved(from: string, changed: string, bump: string): Promise<object> {
  const copy = released(from);
  try {
    const text = `---\n"@x/${changed}": ${bump}\n---\n\nA change.\n`;
    writeFileSync(join(copy, ".changeset/one.md"), text);
    const changeset = join(ROOT, "node_modules/@changesets/cli/bin.js");
    await run(process.execPath, [changeset, "version"], { cwd: copy, env: process.env });
    const versions = OURS.map(({ folder }) => {
      const file = join(copy, folder.slice(ROOT.length), "package.json");
      return { name: basename(folder), version: JSON.parse(readFileSync(file, "utf8")).version };
    });
    const others = new Set(versions.map(({ version }) => version).filter((one) => one !== from));
    return Object.fromEntries(
      [...others].map((one) => [
        one,
        versions.flatMap(({ name, version }) => (version === one ? [name] : [])).toSorted(),
      ]),
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
}

// As docs/releasing.md has it: who depends on a layer that breaks is released again; who does not, is not.
describe.concurrent("a changeset", { timeout: 60_000 }, () => {
  test("of a breaking change of @x/era moves what depends on it, and nothing else", async () => {
    expect(await moved("1.4.0", "era", "major")).toEqual({
      "2.0.0": ["era"],
      "1.4.1": ["cli", "client", "config"],
    });
  });

  test("of a breaking change before 1.0, which is minor there, moves the same", async () => {
    expect(await moved("0.4.0", "era", "minor")).toEqual({
      "0.5.0": ["era"],
      "0.4.1": ["cli", "client", "config"],
    });
  });

  test("of a breaking change of the lowest layer moves every layer that imports it", async () => {
    const importers = OURS.filter(({ manifest }) => "@x/wire" in (manifest.dependencies ?? {}));
    expect(importers.length).toBeGreaterThan(10);
    expect(await moved("1.4.0", "wire", "major")).toEqual({
      "2.0.0": ["wire"],
      "1.4.1": importers.map(({ folder }) => basename(folder)).toSorted(),
    });
  });

  test("of a change that breaks nothing moves the command line alone, which has exact versions", async () => {
    expect(await moved("1.4.0", "wire", "minor")).toEqual({ "1.5.0": ["wire"], "1.4.1": ["cli"] });
    expect(await moved("1.4.0", "wire", "patch")).toEqual({ "1.4.1": ["cli", "wire"] });
  });

  test("of a breaking change of what is for tests alone moves nobody", async () => {
    expect(await moved("1.4.0", "testkit", "major")).toEqual({ "2.0.0": ["testkit"] });
  });
});
