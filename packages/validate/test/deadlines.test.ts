import { expect, test } from "vitest";
import { codes, RUNAWAY, RUNAWAY_VALUE, validatorOfFile } from "./support/checking.js";

const OTHER = { type: "object" };

test("L8, V11: a runaway pattern ends at its deadline, and another check is over before it", async () => {
  const validator = validatorOfFile({ timeoutMs: 1_000 });
  // Until both workers have made a check: how long they take to start is the machine's matter.
  while (validator.usage().compilations < 2) {
    await Promise.all([validator.check(OTHER, {}), validator.check(OTHER, {})]);
  }
  const over: string[] = [];
  const note = (name: string) => () => over.push(name);
  const runaway = validator.check(RUNAWAY, RUNAWAY_VALUE);
  const other = validator.check(OTHER, {});
  const timer = new Promise((resolve) => setTimeout(resolve, 10));
  void runaway.then(note("runaway"));
  void other.then(note("other"));
  void timer.then(note("the host's own timer"));
  expect(await other).toEqual({ verdict: "valid" });
  expect(await runaway).toEqual({
    verdict: "timed_out",
    of: "value",
    timeoutMs: 1_000,
    message: expect.stringContaining("1000 ms"),
  });
  await timer;
  expect(over.at(-1)).toBe("runaway");
});

test("checks that wait behind a runaway one are made, in order, and not blamed", async () => {
  const validator = validatorOfFile({ workers: 1, timeoutMs: 700 });
  const runaway = validator.check(RUNAWAY, RUNAWAY_VALUE);
  const waiting = [1, 2, 3].map((value) => validator.check({ maximum: 2 }, value));
  expect(validator.usage()).toMatchObject({ workers: 1, waiting: 4 });
  expect(codes(await Promise.all([runaway, ...waiting]))).toEqual([
    "timed_out",
    "valid",
    "valid",
    "invalid",
  ]);
  expect(validator.usage()).toMatchObject({ workers: 1, waiting: 0 });
});

test("a schema that runs away twice in a row rests: it costs no worker, and others go on", async () => {
  const validator = validatorOfFile({ workers: 1, timeoutMs: 500, restMs: 3_600_000 });
  // Those that wait when it comes to rest are answered as well.
  const all = await Promise.all(
    [1, 2, 3, 4].map(() => validator.check({ ...RUNAWAY }, RUNAWAY_VALUE)),
  );
  expect(codes(all)).toEqual(["timed_out", "timed_out", "timed_out", "timed_out"]);
  expect(all[1]).toMatchObject({ message: expect.stringContaining("500 ms") });
  expect(all[2]).toMatchObject({ of: "value", message: expect.stringContaining("Not tried") });
  const { workers, compilations } = validator.usage();
  expect({ workers, compilations }).toEqual({ workers: 0, compilations: 2 });
  expect(await validator.check(RUNAWAY, "harmless")).toMatchObject({ verdict: "timed_out" });
  expect(validator.usage()).toMatchObject({ workers: 0, compilations: 2 });
});

test("after its rest, a schema is tried again", async () => {
  const validator = validatorOfFile({ workers: 1, timeoutMs: 500, restMs: 1 });
  await validator.check(RUNAWAY, RUNAWAY_VALUE);
  await validator.check(RUNAWAY, RUNAWAY_VALUE);
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(await validator.check(RUNAWAY, "aaa")).toEqual({ verdict: "valid" });
});

test("a check that comes to its end makes up for one that ran away", async () => {
  const validator = validatorOfFile({ workers: 1, timeoutMs: 500, restMs: 3_600_000 });
  for (const value of [RUNAWAY_VALUE, "aaa", RUNAWAY_VALUE]) await validator.check(RUNAWAY, value);
  expect(await validator.check(RUNAWAY, "aaa")).toEqual({ verdict: "valid" });
});

test("compiling has a deadline of its own", async () => {
  const validator = validatorOfFile({ compileTimeoutMs: 1 });
  const properties = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, n) => [`p${n}`, { type: "string", maxLength: n }]),
  );
  expect(await validator.check({ properties }, {})).toEqual({
    verdict: "timed_out",
    of: "schema",
    timeoutMs: 1,
    message: expect.stringContaining("compiling"),
  });
});

test("a host that was busy itself does not take it for a check that timed out", async () => {
  const validator = validatorOfFile({ workers: 1, timeoutMs: 200 });
  await validator.check(OTHER, {});
  const check = validator.check(OTHER, {});
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  expect(await check).toEqual({ verdict: "valid" });
});
