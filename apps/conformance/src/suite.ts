import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";

/** One thing that the suite looked at in a scenario. */
export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** What a run of the suite left behind. */
export interface SuiteRun {
  readonly exitCode: number | null;
  /** Everything that the suite printed. */
  readonly output: string;
  /** The checks of every scenario that was run, by the scenario's name. */
  readonly checks: ReadonlyMap<string, readonly Check[]>;
}

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);
const CLIENT = join(import.meta.dirname, "../dist/client.js");
const BRIDGE = join(import.meta.dirname, "../dist/bridge.js");

/** How the client reaches the suite's server: as it is, or by a process that speaks for it. */
export type Way = "http" | "stdio";

/** Runs one scenario by itself, where warnings, time-outs and exit codes count. */
export function runScenario(name: string, revision: string, way: Way = "http"): Promise<SuiteRun> {
  return runSuite(["--scenario", name, "--spec-version", revision], way);
}

/** Runs all that a revision requires, at once. */
export function runRequirements(revision: string): Promise<SuiteRun> {
  return runSuite(["--requirements", revision]);
}

/** Runs the suite, which starts the client of this folder; needs a built one. */
async function runSuite(args: readonly string[], way: Way = "http"): Promise<SuiteRun> {
  const results = mkdtempSync(join(tmpdir(), "x-mcp-conformance-"));
  try {
    // The suite splits the command at spaces, so there may be none within.
    const command = `${process.execPath} ${CLIENT}`;
    const { exitCode, output } = await runNode(
      [SUITE, "client", "--command", command, "--output-dir", results, ...args],
      way === "stdio" ? { CONFORMANCE_BRIDGE: BRIDGE } : {},
    );
    return { exitCode, output, checks: checksIn(results) };
  } finally {
    rmSync(results, { recursive: true });
  }
}

function runNode(
  args: readonly string[],
  env: { readonly [name: string]: string },
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    let output = "";
    const add = (bytes: Buffer): void => {
      output += bytes;
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, output }));
  });
}

/** A folder a scenario, named after it and the time; a name with a slash is a folder in a folder. */
function checksIn(results: string): ReadonlyMap<string, readonly Check[]> {
  const checks = new Map<string, readonly Check[]>();
  for (const path of readdirSync(results, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(`${sep}checks.json`)) continue;
    const scenario = dirname(path).replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");
    checks.set(scenario, JSON.parse(readFileSync(join(results, path), "utf8")));
  }
  return checks;
}
