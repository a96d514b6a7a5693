import type { ContenderName } from "./contender.js";
import type { Measures } from "./order.js";
import type { Entrant, Samples, Scenario, Size } from "./scenario.js";

/**
 * Runs a scenario round after round. Within a round every contender has its turn, one after the
 * other, so that a machine that is slow for a while is slow for all of them.
 *
 * Rejects with the first sample that breaks.
 */
export async function runRounds({ entrants }: Scenario, size: Size): Promise<Samples> {
  const samples: { [contender in ContenderName]?: Measures[] } = {};
  for (const { contender } of entrants) samples[contender] = [];
  const turn = async ({ contender, sample }: Entrant): Promise<void> => {
    const measures = await sample(size);
    samples[contender]?.push(measures);
  };
  if (size === "quick") {
    // Nobody reads the numbers, so nobody has to wait for a turn.
    await Promise.all(entrants.map(turn));
    return samples;
  }
  for (let round = 0; round < Math.max(...entrants.map(({ rounds }) => rounds)); round += 1) {
    for (const entrant of entrants) {
      if (round < entrant.rounds) await turn(entrant);
    }
  }
  return samples;
}
