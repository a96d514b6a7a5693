import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyOfRepository, installCopy } from "./support/copy.js";
import { SCOPE } from "./support/publish.js";
import { run } from "./support/run.js";

const SLOW = 240_000;
const OTHER = "@another-scope";
/**
 * What of the tests runs under another scope: what reads documents and manifests, and what goes through all
 * packages by the command line. What a package computes does not know what it is called.
 */
const RUN = [
  ...["wire", "era"].map((name) => `packages/${name}/test/readme.test.ts`),
  "packages/registry/test/quarantine.test.ts",
  ...["readme", "tools", "call", "doctor"].map((name) => `apps/cli/test/${name}.test.ts`),
];

let copy: string;
beforeAll(() => {
  copy = copyOfRepository();
  installCopy(copy, OTHER);
}, SLOW);
afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }), SLOW);

/** Of the run that this belongs to, the copy's own run is to know nothing. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(VITEST|TEST_|TURBO_HASH)/.test(key),
  );
  return { ...Object.fromEntries(own), TURBO_TELEMETRY_DISABLED: "1" };
}

function rescope(...args: readonly string[]): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, [join(copy, "tooling/rescope.mjs"), ...args], {
    encoding: "utf8",
  });
}

describe("a scope of one's own", { timeout: SLOW }, () => {
  test.each([
    [[], "Say which scope"],
    [["acme"], "Say which scope"],
    [["@Acme/tools"], "Say which scope"],
    [["@modelcontextprotocol"], "Packages of others"],
  ])("is refused where it is %j", (args, says) => {
    const { status, stderr } = rescope(...args);
    expect(stderr).toContain(says);
    expect(status).toBe(2);
  });

  test("is in every file after one command, and nothing of the old one is left", () => {
    const { status, stdout } = rescope(OTHER);
    expect(stdout).toContain(`${OTHER} now`);
    expect(status).toBe(0);
    const old = new RegExp(String.raw`${SCOPE}\\?/`);
    const files = globSync("**/*.{ts,mjs,json,jsonl,md,yaml}", {
      cwd: copy,
      exclude: (name) => name === "node_modules",
    });
    const left = files.filter((file) => old.test(readFileSync(join(copy, file), "utf8")));
    expect(files.length).toBeGreaterThan(500);
    expect(left).toEqual([]);
    expect(rescope(OTHER).status).toBe(2);
  });

  test("builds, and its tests pass", async () => {
    const options = { cwd: copy, env: environment() };
    const turbo = join(copy, "node_modules/turbo/bin/turbo");
    const build = ["run", "build", `--filter=${OTHER}/cli...`, `--filter=${OTHER}/testkit...`];
    await run(process.execPath, [turbo, ...build, "--output-logs=errors-only"], options);
    const vitest = join(copy, "node_modules/vitest/vitest.mjs");
    const args = ["run", "--isolate=false", "--testTimeout=60000", `--project=${OTHER}/*`, ...RUN];
    const { stdout } = await run(process.execPath, [vitest, ...args], options);
    expect(stdout).toMatch(/(?<!\d)[1-9]\d+ passed, 0 failed, 0 skipped/);
  });
});
