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
import { afterAll, describe, expect, test } from "vitest";
import { OURS, ROOT, SCOPE } from "./support/publish.js";
import { run } from "./support/run.js";

const copies: string[] = [];

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** What a release reads and writes, with every package released as this version, or as it is. */
function released(version?: string): string {
  const copy = mkdtempSync(join(tmpdir(), "x-mcp-versions-"));
  copies.push(copy);
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
    const here = join(copy, folder.slice(ROOT.length));
    symlinkSync(join(folder, "dist"), join(here, "dist"));
    if (version === undefined) continue;
    const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
    writeFileSync(join(here, "package.json"), JSON.stringify({ ...manifest, version }));
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Writes a changeset: packages and their bumps, and what it says. */
function change(copy: string, bumps: Readonly<Record<string, string>>, text = "A change."): void {
  const lines = Object.entries(bumps).map(([name, bump]) => `"${SCOPE}/${name}": ${bump}\n`);
  const name = Object.keys(bumps).join("-");
  writeFileSync(join(copy, `.changeset/${name}.md`), `---\n${lines.join("")}---\n\n${text}\n`);
}

/** What `pnpm run version-packages` does when all is built. */
async function version(copy: string): Promise<void> {
  const script = join(ROOT, "tooling/version-packages.mjs");
  await run(process.execPath, [script], { cwd: copy, env: process.env });
}

function versionOf(copy: string, name: string): string {
  const [folder = ""] = globSync(`{packages,apps}/${name}`, { cwd: copy });
  return JSON.parse(readFileSync(join(copy, folder, "package.json"), "utf8")).version;
}

/** The packages that one changeset moves, by the version that they get. */
async function moved(
  from: string,
  bumps: Readonly<Record<string, string>>,
  text?: string,
): Promise<Partial<Record<string, string[]>>> {
  const copy = released(from);
  change(copy, bumps, text);
  await version(copy);
  const groups: Partial<Record<string, string[]>> = {};
  for (const name of OURS.map(({ folder }) => basename(folder)).toSorted()) {
    const to = versionOf(copy, name);
    if (to !== from) groups[to] = [...(groups[to] ?? []), name];
  }
  return groups;
}

/** The line of a changeset by which nothing of it shows through these. */
function hiddenFrom(...names: readonly string[]): string {
  return `A change.\n\nDoes not show through ${names.map((name) => `${SCOPE}/${name}`).join(", ")}.`;
}

test("the changesets that are waiting make a release", { timeout: 60_000 }, async () => {
  const copy = released();
  cpSync(join(ROOT, ".changeset"), join(copy, ".changeset"), { recursive: true });
  // There are none right after a release.
  change(copy, { testkit: "patch" });
  const before = versionOf(copy, "testkit");
  await version(copy);
  expect(versionOf(copy, "testkit")).not.toBe(before);
});

// As docs/releasing.md has it: who depends on a layer that breaks is released again; who does not, is not.
describe.concurrent("a changeset", { timeout: 60_000 }, () => {
  test("of a breaking change moves with it, as patches, what depends on it and does not show it", async () => {
    expect(await moved("1.4.0", { era: "major" }, hiddenFrom("client", "config"))).toEqual({
      "2.0.0": ["era"],
      "1.4.1": ["cli", "client", "config"],
    });
  });

  test("of a breaking change before 1.0, which is minor there, moves the same", async () => {
    expect(await moved("0.4.0", { era: "minor" }, hiddenFrom("client", "config"))).toEqual({
      "0.5.0": ["era"],
      "0.4.1": ["cli", "client", "config"],
    });
  });

  test("of a breaking change of the lowest layer moves every layer that imports it", async () => {
    const importers = OURS.filter(
      ({ manifest }) => `${SCOPE}/wire` in (manifest.dependencies ?? {}),
    ).map(({ folder }) => basename(folder));
    expect(importers.length).toBeGreaterThan(10);
    expect(await moved("1.4.0", { wire: "major" }, hiddenFrom(...importers))).toEqual({
      "2.0.0": ["wire"],
      "1.4.1": ["cli", ...importers].toSorted(),
    });
  });

  test("of a breaking change of what is for tests alone moves nobody", async () => {
    expect(await moved("1.4.0", { testkit: "major" })).toEqual({ "2.0.0": ["testkit"] });
    expect(await moved("1.4.0", { testkit: "patch" })).toEqual({ "1.4.1": ["testkit"] });
  });
});

describe.concurrent("a breaking change that shows through others", { timeout: 60_000 }, () => {
  test("is released where they break with it, and what shows these in turn", async () => {
    const bumps = { era: "major", client: "major", config: "major", otel: "major" };
    expect(await moved("1.4.0", bumps)).toEqual({
      "2.0.0": ["client", "config", "era", "otel"],
      "1.4.1": ["cli"],
    });
  });

  test("is refused where one of them is not named, with its name and the remedy", async () => {
    const copy = released("1.4.0");
    change(copy, { era: "major", client: "major" });
    const refused = version(copy);
    await expect(refused).rejects.toThrow(
      `.changeset/era-client.md may break ${SCOPE}/era, which is in the types of ${SCOPE}/config. Name ${SCOPE}/config in it with a bump that breaks`,
    );
    await expect(refused).rejects.toThrow(`Does not show through ${SCOPE}/config.`);
    await expect(refused).rejects.toThrow(
      `may break ${SCOPE}/client, which is in the types of ${SCOPE}/otel.`,
    );
    expect(versionOf(copy, "era")).toBe("1.4.0");
  });

  test("is refused where it is named with a bump that does not break", async () => {
    const bumps = { registry: "minor", router: "patch", client: "minor", otel: "minor" };
    await expect(moved("0.4.0", bumps)).rejects.toThrow(
      `may break ${SCOPE}/registry, which is in the types of ${SCOPE}/router.`,
    );
  });

  test("is refused where only another changeset says that it does not show", async () => {
    const copy = released("1.4.0");
    change(copy, { era: "major" }, hiddenFrom("client", "config"));
    change(copy, { lists: "major" });
    await expect(version(copy)).rejects.toThrow(
      `.changeset/lists.md may break ${SCOPE}/lists, which is in the types of ${SCOPE}/client.`,
    );
  });

  test("concerns nobody who only imports it", async () => {
    // @x/otel wants @x/connection, and has nothing of it in its types.
    const showing = OURS.filter(
      ({ folder, manifest }) =>
        `${SCOPE}/connection` in (manifest.dependencies ?? {}) && basename(folder) !== "otel",
    ).map(({ folder }) => basename(folder));
    const plan = await moved("1.4.0", { connection: "major" }, hiddenFrom(...showing));
    expect(plan["1.4.1"]).toContain("otel");
  });
});

describe.concurrent("the command line, which holds what it is made of", { timeout: 60_000 }, () => {
  test("is released with a layer that it imports, or that one of these imports", async () => {
    expect(await moved("1.4.0", { wire: "minor" })).toEqual({
      "1.5.0": ["wire"],
      "1.4.1": ["cli"],
    });
    expect(await moved("1.4.0", { lists: "patch" })).toEqual({ "1.4.1": ["cli", "lists"] });
    expect(await moved("1.4.0", { era: "patch" })).toEqual({ "1.4.1": ["cli", "era"] });
  });

  test("is not released with what is not in it", async () => {
    expect(await moved("1.4.0", { otel: "minor", "sdk-bridge": "patch" })).toEqual({
      "1.5.0": ["otel"],
      "1.4.1": ["sdk-bridge"],
    });
  });

  test("says in its changelog what it holds newer", async () => {
    const copy = released("1.4.0");
    change(copy, { lists: "patch", era: "minor", testkit: "patch" });
    await version(copy);
    const changelog = readFileSync(join(copy, "apps/cli/CHANGELOG.md"), "utf8");
    expect(changelog).toContain(`Holds ${SCOPE}/era 1.5.0, ${SCOPE}/lists 1.4.1.`);
    expect(globSync("*.md", { cwd: join(copy, ".changeset") })).toEqual([]);
  });

  test("is released as its own changeset says, where it has one", async () => {
    expect(await moved("1.4.0", { wire: "patch", cli: "minor" })).toEqual({
      "1.4.1": ["wire"],
      "1.5.0": ["cli"],
    });
  });

  test("is released again with each release that is tried under a tag, and after them", async () => {
    const copy = released("1.4.0");
    const pre = async (...args: readonly string[]): Promise<void> => {
      const changeset = join(ROOT, "node_modules/@changesets/cli/bin.js");
      await run(process.execPath, [changeset, "pre", ...args], { cwd: copy, env: process.env });
    };
    await pre("enter", "next");
    for (const [at, layer] of ["lists", "era"].entries()) {
      change(copy, { [layer]: "patch" });
      await version(copy);
      expect(versionOf(copy, layer)).toBe("1.4.1-next.0");
      expect(versionOf(copy, "cli")).toBe(`1.4.1-next.${at}`);
    }
    await pre("exit");
    await version(copy);
    expect(versionOf(copy, "cli")).toBe("1.4.1");
    const changelog = readFileSync(join(copy, "apps/cli/CHANGELOG.md"), "utf8");
    const [, last] = changelog.split(/^## /m);
    expect(last).toMatch(/^1\.4\.1\n/);
    expect(last).toContain(`${SCOPE}/era 1.4.1, ${SCOPE}/lists 1.4.1`);
    expect(last).not.toContain("-next.");
  });
});
