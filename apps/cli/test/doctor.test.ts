import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, lives, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

const SECRET = "tok-51f0a7c2";

/** `doctor --json` over these servers. */
async function examine(servers: object, more: object = {}) {
  const run = await runHere(["doctor", "--json", "--config", config(servers, more)]);
  const answer = JSON.parse(run.stdout);
  return { ...run, answer, servers: answer.servers };
}

it("says of a modern and of a legacy server what they are, and ends with 0 where all are ready", async () => {
  const { code, answer, stderr } = await examine({
    new: embedded({ tools: ["echo", "search"] }),
    old: embedded({ era: "legacy", tools: ["echo"] }, { allowLegacy: true }),
  });
  expect(code).toBe(EXIT.ok);
  expect(stderr).toBe("");
  expect(answer).toEqual({
    servers: [
      {
        name: "new",
        status: "ready",
        era: "modern",
        revision: "2026-07-28",
        reason: "discovered",
        message: expect.stringContaining("modern"),
        evidence: [
          {
            step: "probe",
            sent: "server/discover 2026-07-28",
            received: expect.stringContaining("2026-07-28"),
            atMs: expect.any(Number),
          },
        ],
        elapsedMs: expect.any(Number),
        tools: 2,
      },
      {
        name: "old",
        status: "ready",
        era: "legacy",
        revision: "2025-11-25",
        reason: "initialized",
        message: expect.stringContaining("legacy"),
        evidence: [
          expect.objectContaining({ step: "probe" }),
          expect.objectContaining({ step: "initialize" }),
        ],
        elapsedMs: expect.any(Number),
        tools: 1,
      },
    ],
    quarantined: [],
  });
});

it("P1: a command that is not there is unavailable, with the command, the PATH and the phase; others are ready", async () => {
  const { code, servers } = await examine({
    path: { command: "/no/such" },
    name: { command: "npx-that-is-nowhere", env: { PATH: "/empty/bin" } },
    good: embedded({}),
  });
  expect(code).toBe(EXIT.partial);
  expect(
    servers.map(({ status, reason, era }: { status: string; reason: string; era: string }) => [
      status,
      reason,
      era,
    ]),
  ).toEqual([
    ["unavailable", "open_failed", "unknown"],
    ["unavailable", "open_failed", "unknown"],
    ["ready", "discovered", "modern"],
  ]);
  expect(servers[0].message).toContain('"/no/such"');
  expect(servers[0].evidence[0].received).toContain("spawn failed, ENOENT");
  expect(servers[1].message).toContain('"npx-that-is-nowhere"');
  expect(servers[1].message).toContain('"/empty/bin"');
});

it("P2: a server that dies at its start is unavailable with its exit code and its last words", async () => {
  const { code, servers } = await examine({
    dead: server({ stderr: "fatal: missing API_KEY", exit: 3 }),
  });
  expect(code).toBe(EXIT.unavailable);
  expect(servers[0]).toMatchObject({
    status: "unavailable",
    era: "unknown",
    revision: null,
    tools: 0,
  });
  expect(servers[0].message).toContain("fatal: missing API_KEY");
  expect(servers[0].evidence).toMatchObject([
    {
      received: "process exited with code 3: fatal: missing API_KEY",
      stderr: ["fatal: missing API_KEY"],
    },
  ]);
});

it("P11: slow servers start side by side, a silent one has a deadline of its own and is named meanwhile", async () => {
  const slow = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [
      `slow${index}`,
      server({ startMs: 1500, tools: ["echo"] }),
    ]),
  );
  const { code, servers, stderr } = await examine({
    silent: server({ silent: true }, { startTimeoutMs: 2800 }),
    ...slow,
  });
  expect(code).toBe(EXIT.partial);
  expect(servers.map(({ status }: { status: string }) => status)).toEqual([
    "unavailable",
    ...Array.from({ length: 6 }, () => "ready"),
  ]);
  // One after the other the slow ones alone would take nine seconds.
  const longest = Math.max(...servers.map(({ elapsedMs }: { elapsedMs: number }) => elapsedMs));
  expect(longest).toBeLessThan(9000);
  expect(servers[0].message).toMatch(/nothing within \d+ ms/);
  expect(stderr).toMatch(/^Still waiting for silent[,.]/m);
});

it("a legacy server that is not allowed gets no initialize, and the message names the option", async () => {
  const { code, servers } = await examine({ old: embedded({ era: "legacy", tools: ["echo"] }) });
  expect(code).toBe(EXIT.unavailable);
  expect(servers[0]).toMatchObject({ era: "unknown", reason: "legacy_not_allowed" });
  expect(servers[0].message).toContain('"allowLegacy": true');
  expect(servers[0].evidence).toHaveLength(1);
});

it("K5: no value of env is shown, whatever a server does with it", async () => {
  const env = { TOKEN: SECRET };
  const file = config({
    noisy: server({ stderr: `using ${SECRET}`, exit: 4 }, { env }),
    leaky: embedded({ tools: ["leak", `${SECRET}/broken`] }, { env }),
    typo: { command: `/no/${SECRET}`, env },
  });
  const json = await runHere(["doctor", "--json", "--config", file]);
  const text = await runHere(["doctor", "--config", file]);
  expect([json.code, text.code]).toEqual([EXIT.partial, EXIT.partial]);
  expect(`${json.stdout}${json.stderr}${text.stdout}${text.stderr}`).not.toContain(SECRET);
  expect(json.stdout).toContain("using [TOKEN]");
  expect(JSON.parse(json.stdout).servers).toHaveLength(3);
});

it("short values of env leave names as they are", async () => {
  const { servers } = await examine({
    notes: embedded({ tools: ["echo"] }, { env: { ROOT: "notes" } }),
  });
  expect(servers[0]).toMatchObject({ name: "notes", status: "ready" });
});

it("no server is no failure, and servers that are switched off are named", async () => {
  const { code, answer, stderr } = await examine({ off: { command: "x", disabled: true } });
  expect(code).toBe(EXIT.ok);
  expect(answer).toEqual({ servers: [], quarantined: [] });
  expect(stderr).toContain("off");
  expect(stderr).toContain("declares no server");
});

it("no process is left when it ends", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({
    good: server({ pidFile }),
    old: server({ era: "legacy", pidFile }),
    dead: server({ pidFile, exit: 3 }),
  });
  const { code, stdout } = await xMcp(["doctor", "--json", "--config", file]);
  expect(JSON.parse(stdout).servers).toHaveLength(3);
  expect(code).toBe(EXIT.partial);
  const { pids } = diary(pidFile);
  expect(pids).toHaveLength(3);
  expect(pids.filter(lives)).toEqual([]);
});
