import type { ContenderName } from "./contender.js";
import type { Measures } from "./order.js";
import type { Entrant, Size } from "./scenario.js";

/** In how many rounds of a full run contenders take part. */
export interface Rounds {
  readonly all: number;
  /** Where once has to do, since it takes so long. Default: `all`. */
  readonly official?: number;
}

/** These contenders, in this order, with one way to take a sample of each. */
export function entrants<Name extends ContenderName>(
  names: readonly Name[],
  { all, official = all }: Rounds,
  sample: (contender: Name, size: Size) => Promise<Measures>,
): readonly Entrant[] {
  return names.map((contender) => ({
    contender,
    rounds: contender === "official" ? official : all,
    sample: (size) => sample(contender, size),
  }));
}
