import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTENDERS } from "../src/contender.js";
import { SCENARIOS } from "../src/scenarios.js";
import { MAIN, type Ran, run } from "./program.js";

/** The promises of the design that a client over stdio can be held to. */
const BUDGETED = [
  "throughput.callsPerSecond",
  "throughput.cpuUs",
  "throughput-joined.callsPerSecond",
  "throughput-joined.cpuUs",
  "latency.p50Us",
  "frames.largeMs",
  "frames.growth",
  "list-10000.listMs",
  "list-10000.firstCallMs",
  "list-10000-schemas.firstCallMs",
  "many-servers.startsPerServer",
  "first-call.answeredMs",
  "first-call.processMs",
  "import.importMs",
  "bundle.gzippedBytes",
];

const REPORTED = [
  "latency.p99Us",
  "frames.smallMs",
  "frames.middleMs",
  "list-1000.listMs",
  "list-10000-schemas.listMs",
  "many-servers.connectedMs",
  "many-servers.cpuMs",
];

interface Result {
  readonly size: string;
  readonly machine: { readonly [member: string]: unknown };
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly medians: { readonly [contender: string]: number };
    readonly ratios: { readonly [contender: string]: number };
    readonly verdict: string | null;
  }[];
  readonly broken: readonly unknown[];
  readonly samples: { readonly [scenario: string]: { readonly [contender: string]: unknown[] } };
}

const scratch = mkdtempSync(join(tmpdir(), "x-mcp-bench-test-"));
afterAll(() => rmSync(scratch, { recursive: true }));

function resultAt(file: string): Result {
  return JSON.parse(readFileSync(file, "utf8")) as Result;
}

describe("a quick run", () => {
  const out = join(scratch, "quick.json");
  let ran: Ran;
  let result: Result;
  beforeAll(async () => {
    ran = await run(["--quick", "--out", out]);
    result = resultAt(out);
  }, 180_000);

  test("ends with exit code 0, whatever the budgets say", () => {
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(result).toMatchObject({ size: "quick", broken: [] });
  });

  test("takes one sample of every contender in every scenario", () => {
    expect(Object.keys(result.samples)).toEqual(SCENARIOS.map(({ name }) => name));
    for (const samples of Object.values(result.samples)) {
      expect(Object.keys(samples).sort()).toEqual([...CONTENDERS].sort());
      expect(Object.values(samples).map(({ length }) => length)).toEqual([1, 1, 1]);
    }
  });

  test("judges every budget, and nothing that has none", () => {
    const verdicts = new Map(result.rows.map(({ id, verdict }) => [id, verdict]));
    expect([...verdicts.keys()].sort()).toEqual([...BUDGETED, ...REPORTED].sort());
    for (const id of BUDGETED) expect(["held", "missed"]).toContain(verdicts.get(id));
    for (const id of REPORTED) expect(verdicts.get(id)).toBeNull();
  });

  test("has a number for every contender in every row", () => {
    for (const { medians, ratios } of result.rows) {
      for (const contender of CONTENDERS) expect(medians[contender]).toEqual(expect.any(Number));
      for (const other of ["official", "bare"]) expect(ratios[other]).toEqual(expect.any(Number));
    }
  });

  test("counts that ours starts a server once", () => {
    const row = result.rows.find(({ id }) => id === "many-servers.startsPerServer");
    expect(row?.medians).toMatchObject({ ours: 1, bare: 1 });
  });

  test("prints a line a row, each with its verdict, and how many budgets held", () => {
    const lines = ran.stdout.split("\n");
    for (const { title, verdict } of result.rows) {
      const line = lines.find((one) => one.startsWith(`${title} `) && one.endsWith(verdict ?? ""));
      expect(line).toMatch(/\d/);
    }
    const [, held, missed] = /^(\d+) held, (\d+) missed/m.exec(ran.stdout) ?? [];
    expect(Number(held) + Number(missed)).toBe(BUDGETED.length);
    expect(ran.stdout).toContain(`written to ${out}\n`);
  });

  test("says where its numbers come from", () => {
    expect(result.machine).toMatchObject({
      node: process.versions.node,
      cores: expect.any(Number),
      cpu: expect.any(String),
      official: "2.4.0",
    });
  });
});

test("with --only nothing else is run", async () => {
  const out = join(scratch, "only.json");
  const { exitCode } = await run(["--quick", "--only", "bundle", "--out", out]);
  expect(exitCode).toBe(0);
  const { samples, rows } = resultAt(out);
  expect(Object.keys(samples)).toEqual(["bundle"]);
  expect(rows.map(({ id }) => id)).toEqual(["bundle.gzippedBytes"]);
});

test("ends with exit code 1 where a scenario breaks, and goes on with the others", async () => {
  // Inside of this package, so that the copy finds its packages; one level too deep for its server.
  const copy = mkdtempSync(fileURLToPath(new URL("without-server-", MAIN)));
  try {
    const dist = fileURLToPath(new URL(".", MAIN));
    for (const file of readdirSync(dist)) {
      if (file.endsWith(".js")) copyFileSync(join(dist, file), join(copy, file));
    }
    const out = join(scratch, "broken.json");
    const args = ["--quick", "--only", "latency", "--only", "import", "--out", out];
    const { exitCode, stdout } = await run(args, pathToFileURL(`${copy}/main.js`));
    expect(exitCode).toBe(1);
    expect(stdout).toContain("latency broke\n");
    expect(resultAt(out)).toMatchObject({
      broken: [{ scenario: "latency", message: expect.stringContaining("broke at latency") }],
      samples: { import: expect.anything() },
    });
  } finally {
    rmSync(copy, { recursive: true });
  }
});
