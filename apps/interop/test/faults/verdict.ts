import type { Counts } from "./run.js";
import type { Step } from "./schedule.js";

/** What a run says of itself in the end: one line of JSON. */
export interface Verdict {
  readonly seed: number;
  readonly seconds: number;
  /** What was wrong, in sentences; nothing, if the run is as it should be. */
  readonly broken: readonly string[];
  readonly counts: Counts;
}

/** The verdict for a person; where something was wrong, with how to see it again and what was done. */
export function inWords(
  { seed, seconds, broken, counts }: Verdict,
  steps: readonly Step[],
): string {
  const lines = Object.entries(counts).map(([what, value]) => `${what}: ${JSON.stringify(value)}`);
  if (broken.length === 0)
    return [`seed ${seed}, ${seconds} s: all as it should be`, ...lines].join("\n");
  return [
    `seed ${seed}, ${seconds} s: ${broken.length} broken`,
    ...broken,
    ...lines,
    `To see it again: node fixtures/faults.mjs --seed ${seed} --seconds ${seconds}`,
    ...steps.map(({ atMs, server, fault }) => `${atMs} ms ${server} ${JSON.stringify(fault)}`),
  ].join("\n");
}
