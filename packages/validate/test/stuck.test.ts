import { expect, test } from "vitest";
import { codes, RUNAWAY, RUNAWAY_VALUE, validatorOfFile } from "./support/checking.js";

const GOOD = { type: "object", properties: { a: { type: "number" } } };
const runaways = (count: number): (typeof RUNAWAY)[] =>
  Array.from({ length: count }, (_, n) => ({ ...RUNAWAY, title: `runaway ${n}` }));

test.each([2, 24])(
  "%i checks that run away at once delay none of a schema whose last check came to its end",
  async (count) => {
    const validator = validatorOfFile({ timeoutMs: 600_000 });
    await validator.check(GOOD, { a: 1 });
    const over = new AbortController();
    const { signal } = over;
    const bad = runaways(count).map((schema) => validator.check(schema, RUNAWAY_VALUE, { signal }));
    for (let time = 0; time < 5; time += 1) {
      expect(await validator.check(GOOD, { a: time })).toEqual({ verdict: "valid" });
    }
    expect(validator.usage()).toMatchObject({ workers: 3, waiting: count - 2 });
    over.abort();
    expect(validator.usage()).toMatchObject({ workers: 3, waiting: 0 });
    await validator.close();
    expect(new Set(codes(await Promise.all(bad)))).toEqual(new Set(["unavailable"]));
  },
);

test("a schema that ran away is not waited for by those whose checks come to their end", async () => {
  const validator = validatorOfFile({ workers: 1, timeoutMs: 1_000, restMs: 1 });
  await validator.check(GOOD, { a: 1 });
  const [first = RUNAWAY, second = RUNAWAY] = runaways(2);
  // Harmless at first: it is as good as any other until it runs away.
  await validator.check(first, "aaa");
  const bad = [first, second].map((schema) => validator.check(schema, RUNAWAY_VALUE));
  expect(await validator.check(GOOD, { a: 1 })).toEqual({ verdict: "valid" });
  expect(codes(await Promise.all(bad))).toEqual(["timed_out", "timed_out"]);
  const again = validator.check(first, RUNAWAY_VALUE);
  expect(await validator.check(GOOD, { a: 1 })).toEqual({ verdict: "valid" });
  expect(await again).toMatchObject({ verdict: "timed_out" });
});

test("a check that nobody waits for is not made, and one that is under way is", async () => {
  const validator = validatorOfFile({ workers: 1, timeoutMs: 300 });
  const unheard = { verdict: "unavailable", message: "Nobody waits for this check any more." };
  const over = new AbortController();
  const { signal } = over;
  await validator.check(GOOD, {});
  const underWay = validator.check(RUNAWAY, RUNAWAY_VALUE, { signal });
  const waiting = validator.check({ minimum: 1 }, 2, { signal });
  over.abort();
  expect(await waiting).toEqual(unheard);
  expect(await validator.check(GOOD, {}, { signal })).toEqual(unheard);
  expect(await underWay).toMatchObject({ verdict: "timed_out" });
  expect(validator.usage().compilations).toBe(2);
});

test("each function of a validator can be handed on alone", async () => {
  const { check, usage, close } = validatorOfFile({ workers: 1 });
  expect(await check(GOOD, { a: 1 })).toEqual({ verdict: "valid" });
  expect(usage()).toMatchObject({ workers: 1, compilations: 1 });
  await close();
  expect(await check(GOOD, { a: 1 })).toMatchObject({ verdict: "unavailable" });
});
