import { describe, expect, test } from "vitest";
import type { Budget } from "../src/budget.js";
import { ROWS } from "../src/rows.js";
import { SCENARIOS } from "../src/scenarios.js";

const atMost = (factor: number, of: string): object => ({ type: "at_most_times", factor, of });
const atLeast = (factor: number, of: string): object => ({ type: "at_least_times", factor, of });

/** What the design promises of a client over HTTP, JSON and SSE replies alike. */
const PROMISED_OF_REPLIES: { readonly [measure: string]: object } = {
  "throughput.callsPerSecond": atLeast(4.5, "official"),
  "throughput.callsPerSecond.dispatch": atLeast(12, "official"),
  "throughput.cpuUs": atMost(1.5, "bare"),
  "throughput.cpuUs.dispatch": atMost(1.4, "bare"),
  "latency.p99Us": atMost(2, "bare"),
  "latency.p99Us.dispatch": atMost(2, "bare"),
};

/** What it promises of one over stdio. */
const PROMISED: { readonly [id: string]: object } = {
  "throughput.callsPerSecond": atLeast(4, "official"),
  "throughput.cpuUs": atMost(1.3, "bare"),
  "throughput-joined.callsPerSecond": atLeast(4, "official"),
  "throughput-joined.cpuUs": atMost(1.3, "bare"),
  "latency.p50Us": atMost(1.1, "bare"),
  "frames.largeMs": atMost(1.3, "bare"),
  "frames.growth": { type: "at_most", value: 1.5 },
  "list-10000.listMs": atMost(1.5, "bare"),
  "list-10000.firstCallMs": { type: "at_most", value: 3 },
  "list-10000-schemas.firstCallMs": { type: "at_most", value: 3 },
  "many-servers.startsPerServer": { type: "at_most", value: 1 },
  "first-call.answeredMs": atMost(1.2, "bare"),
  "first-call.processMs": atMost(1.3, "bare"),
  "import.importMs": atMost(0.25, "official"),
  "bundle.gzippedBytes": { type: "at_most", value: 27_000 },
};

function budgetsOf(group: string): { readonly [id: string]: Budget } {
  const names = SCENARIOS.filter((scenario) => scenario.group === group).map(({ name }) => name);
  const rows = ROWS.filter(({ scenario }) => names.includes(scenario));
  return Object.fromEntries(
    rows.flatMap(({ id, budget }) => (budget === undefined ? [] : [[id, budget]])),
  );
}

test("over stdio exactly what the design promises has a budget", () => {
  expect(budgetsOf("stdio")).toEqual(PROMISED);
});

test("a call as a program costs at most 1.6 of the bare one", () => {
  expect(budgetsOf("command-line")).toEqual({
    "command-line.processMs.mcporter": atMost(1.6, "bare"),
  });
});

test("over HTTP the same is promised of JSON and of SSE replies, and nothing else", () => {
  const both = Object.entries(PROMISED_OF_REPLIES).flatMap(([measure, budget]) =>
    ["json", "sse"].map((replies) => [`http-${measure.replace(".", `-${replies}.`)}`, budget]),
  );
  expect(budgetsOf("http")).toEqual(Object.fromEntries(both));
});

describe.each(ROWS)("the row $id", ({ id, scenario, sides }) => {
  test("belongs to a scenario in which everybody in it takes part", () => {
    const entrants = SCENARIOS.find(({ name }) => name === scenario)?.entrants ?? [];
    const names = entrants.map(({ contender }) => contender);
    for (const contender of Object.values(sides)) expect(names).toContain(contender);
  });

  test("compares a back end with its own limit, and a program with one that it is told to be beside", () => {
    const [, , beside] = id.split(".");
    const expected = {
      dispatch: { ours: "ours-dispatch", official: "official", bare: "bare-dispatch" },
      fetch: { ours: "ours", official: "official", bare: "bare-fetch" },
      mcporter: { ours: "x-mcp", official: "mcporter", bare: "bare" },
      inspector: { ours: "x-mcp", official: "inspector", bare: "bare" },
    }[beside ?? ""];
    expect(sides).toEqual(expected ?? { ours: "ours", official: "official", bare: "bare" });
  });
});

test("ids are unique, and every scenario has a row", () => {
  expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length);
  const scenarios = new Set(ROWS.map(({ scenario }) => scenario));
  expect([...scenarios].sort()).toEqual(SCENARIOS.map(({ name }) => name).sort());
});
