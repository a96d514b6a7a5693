import { expect, test } from "vitest";
import { median } from "../src/median.js";
import { outcomes } from "../src/outcome.js";
import { percentile } from "../src/percentile.js";
import { table } from "../src/table.js";

/** Three rounds; in the last one the machine was ten times slower, for everybody. */
const samples = new Map([
  [
    "latency",
    {
      ours: [10, 11, 100].map(latency),
      official: [20, 22, 200].map(latency),
      bare: [10, 10, 110].map(latency),
    },
  ],
]);

function latency(us: number): { p50Us: number; p99Us: number } {
  return { p50Us: us, p99Us: 2 * us };
}

test("a ratio compares what was measured in the same round, and is the median of the rounds", () => {
  const [p50] = outcomes(samples);
  expect(p50).toMatchObject({
    id: "latency.p50Us",
    medians: { ours: 11, official: 22, bare: 10 },
    ratios: { official: 0.5, bare: 1 },
    verdict: "held",
  });
});

test("a contender that took part in fewer rounds is compared in those alone", () => {
  const once = { ours: [10, 90, 80].map(latency), official: [20].map(latency), bare: [] };
  const [p50] = outcomes(new Map([["latency", once]]));
  expect(p50).toMatchObject({ medians: { ours: 80, official: 20 }, ratios: { official: 0.5 } });
});

test("a scenario that was not run has no rows", () => {
  expect(outcomes(samples).map(({ id }) => id)).toEqual(["latency.p50Us", "latency.p99Us"]);
});

test("the table shows medians, ratios, budget and verdict, and counts the budgets", () => {
  expect(table(outcomes(samples)).split("\n")).toEqual([
    "                   ours  official     bare  ours/official  ours/bare  budget",
    "lone call, p50  11.0 us   22.0 us  10.0 us          0.50x      1.00x  <= 1.1x bare  held",
    "lone call, p99  22.0 us   44.0 us  20.0 us          0.50x      1.00x",
    "",
    "1 held, 0 missed",
  ]);
});

test("a missed budget is named below the table", () => {
  const slow = { ours: [latency(13)], official: [latency(20)], bare: [latency(10)] };
  expect(table(outcomes(new Map([["latency", slow]])))).toMatch(
    /missed\n.*\n\n0 held, 1 missed: latency\.p50Us$/,
  );
});

test.each([
  [[3], 3],
  [[1, 3], 2],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[], Number.NaN],
])("the median of %j is %d", (values, middle) => {
  expect(median(values)).toBe(middle);
});

test("a percentile is the smallest value that this share of the values does not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 99, 100]);
  expect(percentile([7], 0.99)).toBe(7);
});
