import { type Budget, judge, type Verdict } from "./budget.js";
import { median } from "./median.js";
import type { Row, Side } from "./row.js";
import { ROWS } from "./rows.js";
import type { Samples } from "./scenario.js";

/** One row with its numbers. */
export interface RowOutcome {
  readonly id: string;
  readonly title: string;
  readonly unit: Row["unit"];
  /** Who stands in which column. */
  readonly sides: Row["sides"];
  /** Over the rounds, for each side. */
  readonly medians: { readonly [side in Side]: number };
  /** Ours against the other of the same round: the median over the rounds that both took part in. */
  readonly ratios: { readonly official: number; readonly bare: number };
  readonly budget: Budget | null;
  /** `null` where there is no budget. */
  readonly verdict: Verdict | null;
}

/** The rows of all scenarios that were run to their end. */
export function outcomes(samples: ReadonlyMap<string, Samples>): readonly RowOutcome[] {
  return ROWS.flatMap((row) => {
    const given = samples.get(row.scenario);
    return given === undefined ? [] : [outcome(row, given)];
  });
}

function outcome({ id, title, unit, measure, sides, budget }: Row, samples: Samples): RowOutcome {
  const values = (side: Side): readonly number[] =>
    (samples[sides[side]] ?? []).map((measures) => measures[measure] ?? Number.NaN);
  const ours = values("ours");
  const ratio = (other: "official" | "bare"): number => {
    const theirs = values(other);
    return median(
      ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? Number.NaN)),
    );
  };
  const medians = {
    ours: median(ours),
    official: median(values("official")),
    bare: median(values("bare")),
  };
  const ratios = { official: ratio("official"), bare: ratio("bare") };
  return {
    id,
    title,
    unit,
    sides,
    medians,
    ratios,
    budget: budget ?? null,
    verdict: budget === undefined ? null : judge(budget, { ours: medians.ours, ratios }),
  };
}
