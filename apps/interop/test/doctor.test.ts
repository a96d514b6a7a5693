import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { processesWith } from "@x/testkit";
import { afterAll, expect, test } from "vitest";
import { binOf, publishedServers } from "./published-servers.js";

/** What `doctor --json` says of one server, as far as this test looks at it. */
interface Verdict {
  readonly name: string;
  readonly status: string;
  readonly era: string;
  readonly revision: string | null;
  readonly reason: string | null;
  readonly message: string;
  readonly elapsedMs: number;
  readonly tools: number;
}

const folder = mkdtempSync(join(tmpdir(), "x-mcp-doctor-"));
mkdirSync(join(folder, ".obsidian"));
afterAll(() => rmSync(folder, { recursive: true }));

const MAIN = join(
  dirname(createRequire(import.meta.url).resolve("@x/cli/package.json")),
  "dist/main.js",
);
const BANNER = join(import.meta.dirname, "../fixtures/banner.mjs");
const ABSENT = join(folder, "no-such-server");
/** The exit code where some servers are ready and some are not. */
const PARTIAL = 6;
/** A variable that all servers of this run have. */
const MARK = ["X_MCP_DOCTOR_RUN", `run-of-${process.pid}`] as const;
/** Servers that count their users are asked not to. */
const QUIET = { DO_NOT_TRACK: "1", KUBB_DISABLE_TELEMETRY: "1" };
const published = publishedServers(folder);
const { obsidian } = published;

test("doctor of sixteen servers, twelve published ones and one each that is silent, leaves on the probe, greets and is not there, has the right verdicts a second after the slowest", {
  timeout: 240_000,
  // How long it took is compared with the slowest of sixteen processes, on a machine that runs other tests beside it.
  retry: 2,
}, async () => {
  const configuration = join(folder, "mcp.json");
  writeFileSync(configuration, JSON.stringify({ mcpServers: declared() }));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN, "doctor", "--json", "--config", configuration], {
    stdio: ["ignore", "pipe", "ignore"],
    // What it keeps between runs, and the settings it looks for, are not those of whoever runs this.
    env: { ...process.env, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const exited = once(child, "exit");
  const answer = text(child.stdout);
  await once(child.stdout, "readable");
  const answeredMs = performance.now() - startedAt;
  const { servers } = JSON.parse(await answer) as { readonly servers: readonly Verdict[] };
  expect(await exited).toEqual([PARTIAL, null]);

  const verdicts = new Map(servers.map((server) => [server.name, server]));
  for (const [name, { era, revision, tools }] of Object.entries(published)) {
    const verdict = verdicts.get(name);
    expect(verdict).toMatchObject({ status: "ready", era, revision });
    expect(verdict?.tools).toBeGreaterThanOrEqual(tools.length);
  }
  expect(verdicts.get("greets")).toMatchObject({ status: "ready", era: obsidian?.era });
  const lost = { status: "unavailable", era: "unknown", revision: null };
  expect(verdicts.get("silent")).toMatchObject({ ...lost, reason: "probe_unanswered" });
  expect(verdicts.get("silent")?.message).toContain("allowLegacy");
  expect(verdicts.get("leaves")).toMatchObject({ ...lost, reason: "probe_closed" });
  expect(verdicts.get("leaves")?.message).toContain("code 3");
  expect(verdicts.get("absent")).toMatchObject({ ...lost, reason: "open_failed" });
  expect(verdicts.get("absent")?.message).toContain(ABSENT);

  const slowestMs = Math.max(...servers.map(({ elapsedMs }) => elapsedMs));
  expect(answeredMs).toBeLessThan(slowestMs + 1000);
  expect(processesWith(...MARK)).toEqual([]);
});

/** The configuration: the published servers, and four that are as servers should not be. */
function declared(): { readonly [name: string]: object } {
  const node = (...args: readonly string[]): object => ({
    command: process.execPath,
    args,
    env: { ...QUIET, [MARK[0]]: MARK[1] },
    cwd: folder,
    // The machine is busy with all of them at once.
    probeTimeoutMs: 45_000,
  });
  const servers = Object.entries(published).map(([name, server]) => {
    const { args = [], env = {}, allowLegacy } = server;
    const one = node(binOf(server.package), ...args);
    return [name, { ...one, env: { ...QUIET, [MARK[0]]: MARK[1], ...env }, allowLegacy }];
  });
  return {
    ...Object.fromEntries(servers),
    silent: { ...node("-e", "process.stdin.resume()"), startTimeoutMs: 2000 },
    leaves: node("-e", "process.stdin.once('data', () => process.exit(3))"),
    greets: node(BANNER, binOf(obsidian?.package ?? ""), folder),
    absent: { command: ABSENT },
  };
}
