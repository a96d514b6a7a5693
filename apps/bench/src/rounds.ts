import { CONTENDERS, type ContenderName } from "./contender.js";
import type { Measures } from "./order.js";
import type { Samples, Scenario, Size } from "./scenario.js";

/**
 * Runs a scenario round after round. Within a round every contender has its turn, one after the
 * other, so that a machine that is slow for a while is slow for all of them.
 *
 * Rejects with the first sample that breaks.
 */
export async function runRounds(scenario: Scenario, size: Size): Promise<Samples> {
  const samples: Record<ContenderName, Measures[]> = { ours: [], official: [], bare: [] };
  const turn = async (contender: ContenderName): Promise<void> => {
    samples[contender].push(await scenario.sample(contender, size));
  };
  if (size === "quick") {
    // Nobody reads the numbers, so nobody has to wait for a turn.
    await Promise.all(CONTENDERS.map(turn));
    return samples;
  }
  for (let round = 0; round < Math.max(...Object.values(scenario.rounds)); round += 1) {
    for (const contender of CONTENDERS) {
      if (round < scenario.rounds[contender]) await turn(contender);
    }
  }
  return samples;
}
