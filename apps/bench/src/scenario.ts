import type { ContenderName } from "./contender.js";
import type { Measures } from "./order.js";

/** A whole run, or one that only shows that everything works: its numbers mean nothing. */
export type Size = "full" | "quick";

/** What a scenario is about; `--only` finds all scenarios of one. */
export const GROUPS = ["stdio", "http", "command-line"] as const;

/** One contender in one scenario. */
export interface Entrant {
  readonly contender: ContenderName;
  /** In how many rounds of a full run it takes part, from the first one on; a quick run has one. */
  readonly rounds: number;
  /** One measurement, in a process of its own. Rejects where it breaks. */
  readonly sample: (size: Size) => Promise<Measures>;
}

/** One thing that is measured for several contenders, round after round. */
export interface Scenario {
  /** By which `--only` finds it. */
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  /** In the order in which each round takes them. */
  readonly entrants: readonly Entrant[];
}

/** What one scenario gave: for every entrant one sample a round that it took part in, in order. */
export type Samples = { readonly [contender in ContenderName]?: readonly Measures[] };
