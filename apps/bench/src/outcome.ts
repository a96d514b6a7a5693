import { type Budget, judge, type Verdict } from "./budget.js";
import type { ContenderName } from "./contender.js";
import { median } from "./median.js";
import { ROWS, type Row } from "./rows.js";
import type { Samples } from "./scenario.js";

/** One row with its numbers. */
export interface RowOutcome {
  readonly id: string;
  readonly title: string;
  readonly unit: Row["unit"];
  /** Over the rounds, for each contender. */
  readonly medians: { readonly [contender in ContenderName]: number };
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

function outcome({ id, title, unit, measure, budget }: Row, samples: Samples): RowOutcome {
  const values = (contender: ContenderName): readonly number[] =>
    samples[contender].map((measures) => measures[measure] ?? Number.NaN);
  const ours = values("ours");
  const ratio = (other: ContenderName): number => {
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
    medians,
    ratios,
    budget: budget ?? null,
    verdict: budget === undefined ? null : judge(budget, { ours: medians.ours, ratios }),
  };
}
