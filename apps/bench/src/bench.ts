import { writeFileSync } from "node:fs";
import { machine } from "./machine.js";
import type { BenchOptions } from "./options.js";
import { outcomes } from "./outcome.js";
import { runRounds } from "./rounds.js";
import type { Samples } from "./scenario.js";
import { SCENARIOS } from "./scenarios.js";
import { table } from "./table.js";

/**
 * Runs the scenarios, prints the table and writes the result. Gives the exit code: 1 where a scenario
 * broke; a budget that is missed is a result like any other.
 */
export async function bench({ size, scenarios, out }: BenchOptions): Promise<0 | 1> {
  const before = machine();
  const startedAt = new Date().toISOString();
  const samples = new Map<string, Samples>();
  const broken: { readonly scenario: string; readonly message: string }[] = [];
  for (const scenario of SCENARIOS) {
    const { name } = scenario;
    if (!scenarios.includes(name)) continue;
    const from = performance.now();
    try {
      samples.set(name, await runRounds(scenario, size));
      console.error(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      console.error(`${name} broke: ${message}`);
      broken.push({ scenario: name, message });
    }
  }
  const rows = outcomes(samples);
  const { cpu, cores, node, official, load } = before;
  console.log(
    `${cpu}, ${cores} cores, load ${load.toFixed(1)}; Node ${node}; official ${official}`,
  );
  if (size === "quick") console.log("A quick run: its numbers mean nothing.");
  console.log(`\n${table(rows)}`);
  for (const { scenario } of broken) console.log(`${scenario} broke`);
  const result = {
    size,
    startedAt,
    endedAt: new Date().toISOString(),
    machine: { ...before, loadAfter: machine().load },
    rows,
    broken,
    samples: Object.fromEntries(samples),
  };
  writeFileSync(out, `${JSON.stringify(result, undefined, 2)}\n`);
  console.log(`\nwritten to ${out}`);
  return broken.length === 0 ? 0 : 1;
}
