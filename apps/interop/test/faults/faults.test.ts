import { expect, test } from "vitest";
import { runApart } from "./run-apart.js";
import { schedule } from "./schedule.js";
import { SERVERS } from "./servers.js";
import { inWords } from "./verdict.js";

const SEED = 20_260_728;
const SECONDS = 60;

test("a run that is interrupted says so, and ends what it has started", {
  timeout: 120_000,
}, async () => {
  const interrupted = new AbortController();
  const { broken } = await runApart({
    seed: SEED,
    seconds: SECONDS,
    signal: interrupted.signal,
    onBegun: () => setTimeout(() => interrupted.abort(), 2_000),
  });
  expect(broken.join("\n")).toContain("the run ended early: Error: interrupted by SIGTERM");
  expect(broken.join("\n")).not.toContain("outlives");
});

test("a client of eight servers that die, stall, break off and change keeps its promises for a minute", {
  timeout: SECONDS * 1_000 + 360_000,
}, async () => {
  const verdict = await runApart({ seed: SEED, seconds: SECONDS });
  const steps = schedule(SEED, SERVERS, SECONDS * 1_000);
  expect(verdict.broken, inWords(verdict, steps)).toEqual([]);
});
