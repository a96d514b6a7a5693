import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMAND_LINES, HTTP_CONTENDERS, STDIO_CONTENDERS } from "../src/contender.js";
import { ROWS } from "../src/rows.js";
import { SCENARIOS } from "../src/scenarios.js";
import { type Ran, run } from "./program.js";
import { type Result, resultAt } from "./result.js";

const scratch = mkdtempSync(join(tmpdir(), "x-mcp-bench-test-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const STDIO = SCENARIOS.filter(({ group }) => group === "stdio").map(({ name }) => name);

/** Every task and both kinds of replies; each of the two with each would start twice as many processes. */
const HTTP = [
  "http-cold-json",
  "http-latency-sse",
  "http-throughput-json",
  "http-bodies-sse",
  "http-endpoints",
];

const RUNS = [
  {
    over: "stdio",
    only: ["stdio"],
    scenarios: STDIO,
    contenders: STDIO_CONTENDERS,
    counts: "that ours starts a server once",
    check: ({ rows }: Result): void => {
      const row = rows.find(({ id }) => id === "many-servers.startsPerServer");
      expect(row?.medians).toMatchObject({ ours: 1, bare: 1 });
    },
  },
  {
    over: "HTTP",
    only: HTTP,
    scenarios: HTTP,
    contenders: HTTP_CONTENDERS,
    counts: "the tools of every endpoint, the same for every contender",
    check: ({ samples }: Result): void => {
      for (const taken of Object.values(samples["http-endpoints"] ?? {})) {
        expect(taken).toMatchObject([{ tools: 40 }]);
      }
    },
  },
  {
    over: "whole programs",
    only: ["command-line"],
    scenarios: ["command-line"],
    contenders: COMMAND_LINES,
    counts: "the life of each program, which printed what the tool answered",
    check: ({ samples }: Result): void => {
      for (const taken of Object.values(samples["command-line"] ?? {})) {
        expect(taken).toEqual([{ processMs: expect.any(Number) }]);
      }
    },
  },
];

describe.each(RUNS)("a quick run over $over", (one) => {
  const { over, only, scenarios, contenders } = one;
  const out = join(scratch, `${over}.json`);
  const rows = ROWS.filter(({ scenario }) => scenarios.includes(scenario));
  let ran: Ran;
  let result: Result;
  beforeAll(async () => {
    const args = only.flatMap((name) => ["--only", name]);
    ran = await run(["--quick", ...args, "--out", out]);
    result = resultAt(out);
  }, 240_000);

  test("ends with exit code 0, whatever the budgets say", () => {
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(result).toMatchObject({ size: "quick", broken: [] });
  });

  test("takes one sample of every contender in every scenario, and in no other", () => {
    expect(Object.keys(result.samples)).toEqual(scenarios);
    for (const samples of Object.values(result.samples)) {
      expect(Object.keys(samples).sort()).toEqual([...contenders].sort());
      for (const { length } of Object.values(samples)) expect(length).toBe(1);
    }
  });

  test("judges every budget, and nothing that has none", () => {
    expect(result.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    for (const [index, { verdict }] of result.rows.entries()) {
      if (rows[index]?.budget === undefined) expect(verdict).toBeNull();
      else expect(["held", "missed"]).toContain(verdict);
    }
  });

  test("has a number for every side in every row", () => {
    for (const { medians, ratios } of result.rows) {
      for (const side of ["ours", "official", "bare"]) {
        expect(medians[side]).toEqual(expect.any(Number));
      }
      for (const other of ["official", "bare"]) expect(ratios[other]).toEqual(expect.any(Number));
    }
  });

  test("prints a line a row, each with its verdict, and how many budgets held", () => {
    const lines = ran.stdout.split("\n");
    for (const { title, verdict } of result.rows) {
      const line = lines.find((one) => one.startsWith(`${title} `) && one.endsWith(verdict ?? ""));
      expect(line).toMatch(/\d/);
    }
    const [, held, missed] = /^(\d+) held, (\d+) missed/m.exec(ran.stdout) ?? [];
    const budgets = rows.filter(({ budget }) => budget !== undefined);
    expect(Number(held) + Number(missed)).toBe(budgets.length);
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

  test(`counts ${one.counts}`, () => one.check(result));
});
