import { expect, test } from "vitest";
import { judge } from "../src/budget.js";

const standing = { ours: 3, ratios: { official: 4, bare: 1.3 } };

test.each([
  [{ type: "at_most_times", of: "bare", factor: 1.3 }, "held"],
  [{ type: "at_most_times", of: "bare", factor: 1.29 }, "missed"],
  [{ type: "at_most_times", of: "official", factor: 4 }, "held"],
  [{ type: "at_most_times", of: "official", factor: 0.25 }, "missed"],
  [{ type: "at_least_times", of: "official", factor: 4 }, "held"],
  [{ type: "at_least_times", of: "official", factor: 4.01 }, "missed"],
  [{ type: "at_least_times", of: "bare", factor: 1.3 }, "held"],
  [{ type: "at_most", value: 3 }, "held"],
  [{ type: "at_most", value: 2.99 }, "missed"],
] as const)("by %j, 3 at 4 times the official and 1.3 times the bare is %s", (budget, verdict) => {
  expect(judge(budget, standing)).toBe(verdict);
});

test.each([
  { type: "at_most_times", of: "bare", factor: 2 },
  { type: "at_least_times", of: "bare", factor: 2 },
  { type: "at_most", value: 2 },
] as const)("%j is not held by a number that is missing", (budget) => {
  const missing = { ours: Number.NaN, ratios: { official: Number.NaN, bare: Number.NaN } };
  expect(judge(budget, missing)).toBe("missed");
});
