/** What the design promises of one number: against a contender of the same run, or as it stands. */
export type Budget =
  | { readonly type: "at_most_times"; readonly of: "official" | "bare"; readonly factor: number }
  | { readonly type: "at_least_times"; readonly of: "official" | "bare"; readonly factor: number }
  | { readonly type: "at_most"; readonly value: number };

/** `held` where the number is exactly at the budget, too. */
export type Verdict = "held" | "missed";

/** What a budget is judged by. */
export interface Standing {
  /** The median of ours, in the unit of the row. */
  readonly ours: number;
  /** Ours against the others, as ratios. */
  readonly ratios: { readonly official: number; readonly bare: number };
}

/** Judges one number by its budget. */
export function judge(budget: Budget, { ours, ratios }: Standing): Verdict {
  switch (budget.type) {
    case "at_most_times":
      return ratios[budget.of] <= budget.factor ? "held" : "missed";
    case "at_least_times":
      return ratios[budget.of] >= budget.factor ? "held" : "missed";
    case "at_most":
      return ours <= budget.value ? "held" : "missed";
  }
}
