import type { Budget } from "./budget.js";
import type { ContenderName } from "./contender.js";
import type { Unit } from "./quantity.js";

/** The columns of the result. */
export type Side = "ours" | "official" | "bare";

/** One line of the result: a measure of a scenario, and what the design promises of it. */
export interface Row {
  /** Scenario and measure, and what it is beside where that is not the usual: `latency.p50Us`. */
  readonly id: string;
  readonly scenario: string;
  readonly measure: string;
  readonly title: string;
  readonly unit: Unit;
  /** Who stands in which column. */
  readonly sides: { readonly [side in Side]: ContenderName };
  readonly budget: Budget | undefined;
}

const USUAL: Row["sides"] = { ours: "ours", official: "official", bare: "bare" };

/**
 * By the end of an id: a back end, or whose program stands in the place of the official client. Over `fetch`
 * there is a limit to compare with, but none of ours.
 */
const SIDES: { readonly [beside: string]: Row["sides"] } = {
  dispatch: { ours: "ours-dispatch", official: "official", bare: "bare-dispatch" },
  fetch: { ours: "ours", official: "official", bare: "bare-fetch" },
  mcporter: { ours: "x-mcp", official: "mcporter", bare: "bare" },
  inspector: { ours: "x-mcp", official: "inspector", bare: "bare" },
};

/** Makes a row of its id and what the id does not say. */
export function row(id: string, title: string, unit: Unit, budget?: Budget): Row {
  const [scenario = "", measure = "", beside = ""] = id.split(".");
  return { id, scenario, measure, title, unit, sides: SIDES[beside] ?? USUAL, budget };
}

/** No more than so many times the other's. */
export function atMost(factor: number, of: "official" | "bare"): Budget {
  return { type: "at_most_times", of, factor };
}

/** No less than so many times the other's. */
export function atLeast(factor: number, of: "official" | "bare"): Budget {
  return { type: "at_least_times", of, factor };
}
