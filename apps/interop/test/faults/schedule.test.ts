import { expect, test } from "vitest";
import { schedule } from "./schedule.js";
import { SERVERS } from "./servers.js";

test("a seed gives the same faults each time, and another seed others", () => {
  expect(schedule(42, SERVERS, 60_000)).toEqual(schedule(42, SERVERS, 60_000));
  expect(schedule(42, SERVERS, 60_000)).not.toEqual(schedule(43, SERVERS, 60_000));
});

test.each([1, 2, 3, 42])("a minute of seed %i has every fault, for every server", (seed) => {
  const steps = schedule(seed, SERVERS, 60_000);
  expect(new Set(steps.map(({ fault }) => fault.type))).toEqual(
    new Set(["kill", "stop", "stall", "die", "drop", "change", "slow", "silent"]),
  );
  expect(new Set(steps.map(({ server }) => server))).toEqual(
    new Set(SERVERS.map(({ name }) => name)),
  );
});

test("nobody is bothered before the last fault of its own is over", () => {
  const steps = schedule(42, SERVERS, 600_000);
  for (const [index, { atMs, server, fault }] of steps.entries()) {
    if (fault.type !== "stop") continue;
    const next = steps.slice(index + 1).find((step) => step.server === server);
    expect(next?.atMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(atMs + fault.forMs);
  }
});
