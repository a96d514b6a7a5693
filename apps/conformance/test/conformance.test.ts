import { expect, test } from "vitest";
import { type Check, runRequirements, runScenario, type SuiteRun } from "../src/suite.js";

/** The scenarios without OAuth that this client takes part in, by revision. */
const SCENARIOS: { readonly [revision: string]: readonly string[] } = {
  "2026-07-28": [
    "http-custom-headers",
    "http-invalid-tool-headers",
    "http-standard-headers",
    "json-schema-2020-12-preservation",
    "json-schema-ref-no-deref",
    "request-metadata",
    "sep-2322-client-request-state",
    "tools_call",
  ],
  "2025-11-25": [
    "elicitation-sep1034-client-defaults",
    "initialize",
    "json-schema-2020-12-preservation",
    "sse-retry",
    "tools_call",
  ],
  "2025-06-18": ["initialize", "tools_call"],
};

/** The checks that must have succeeded: a client that does nothing passes some scenarios. */
const DEMANDED: { readonly [scenario: string]: readonly string[] } = {
  initialize: ["mcp-client-initialization"],
  tools_call: ["tool-add-numbers", "wire-schema-valid"],
  "sse-retry": [
    "client-sse-graceful-reconnect",
    "client-sse-last-event-id",
    "client-sse-retry-timing",
  ],
};

const runs = Object.entries(SCENARIOS).flatMap(([revision, names]) =>
  names.map((name) => ({ name, revision })),
);

test.each(runs)(
  "$name at $revision succeeds by itself, in every check",
  async ({ name, revision }) => {
    const { exitCode, output, checks } = await runScenario(name, revision);
    expect(exitCode, output).toBe(0);
    assertClean(checks.get(name) ?? [], name);
  },
);

test.each([
  ["json-schema-2020-12-preservation", "2026-07-28"],
  ["json-schema-ref-no-deref", "2026-07-28"],
  ["sep-2322-client-request-state", "2026-07-28"],
  ["tools_call", "2026-07-28"],
  ["tools_call", "2025-11-25"],
])("%s at %s succeeds over stdio too, with a bridge in between", async (name, revision) => {
  const { exitCode, output, checks } = await runScenario(name, revision, "stdio");
  expect(exitCode, output).toBe(0);
  assertClean(checks.get(name) ?? [], name);
});

test.each(["2026-07-28", "2025-11-25"])(
  "what %s requires succeeds at once, as far as it is without OAuth",
  // The suite starts some forty clients at once and gives each half a minute, by the clock of a machine that
  // runs other tests beside it.
  { retry: 1 },
  async (revision) => {
    const run: SuiteRun = await runRequirements(revision);
    for (const name of SCENARIOS[revision] ?? []) {
      assertClean(run.checks.get(name) ?? [], name);
    }
  },
);

function assertClean(checks: readonly Check[], scenario: string): void {
  const of = (status: Check["status"]): readonly string[] =>
    checks.filter((check) => check.status === status).map(({ id }) => id);
  expect([...of("FAILURE"), ...of("WARNING")], scenario).toEqual([]);
  expect(of("SUCCESS").length, scenario).toBeGreaterThan(0);
  expect(of("SUCCESS")).toEqual(expect.arrayContaining([...(DEMANDED[scenario] ?? [])]));
}
