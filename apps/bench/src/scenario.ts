import type { ContenderName } from "./contender.js";
import type { Measures } from "./order.js";

/** A whole run, or one that only shows that everything works: its numbers mean nothing. */
export type Size = "full" | "quick";

/** One thing that is measured for all contenders, round after round. */
export interface Scenario {
  /** By which `--only` finds it. */
  readonly name: string;
  /**
   * In how many rounds of a full run a contender takes part, from the first one on; a quick run has
   * one round.
   */
  readonly rounds: { readonly [contender in ContenderName]: number };
  /** One measurement of one contender, in a process of its own. Rejects where it breaks. */
  readonly sample: (contender: ContenderName, size: Size) => Promise<Measures>;
}

/** What one scenario gave: for every contender one sample a round that it took part in, in order. */
export type Samples = { readonly [contender in ContenderName]: readonly Measures[] };
