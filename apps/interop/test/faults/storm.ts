import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@x/client";
import type { Findings } from "./findings.js";
import type { Fleet } from "./fleet.js";
import { type Applied, Injector } from "./inject.js";
import type { Ledger } from "./ledger.js";
import { Load } from "./load.js";
import { heapUsed } from "./resources.js";
import { schedule } from "./schedule.js";

/** How long it lasts, by what it is made, and what ends it early. */
export interface StormOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly stop: AbortSignal;
}

/** How many times the heap of a third of the way it may be at the end. */
const GROWTH = 1.1;
/** A fault that was planned so often has to have happened. */
const OFTEN = 4;

/** Calls and faults at once, and what holds meanwhile. Gives how often each fault was, and the heap in bytes. */
export async function storm(
  { client, ledger, fleet, findings }: Cast,
  { seed, seconds, stop }: StormOptions,
): Promise<{ readonly faults: Applied; readonly heap: readonly number[] }> {
  const load = new Load(client, ledger, seed);
  const injector = new Injector(fleet, stop);
  load.start();
  const heapAt = async (part: number): Promise<number> => {
    await delay(seconds * 1_000 * part, undefined, { signal: stop }).catch(() => {});
    return heapUsed();
  };
  const steps = schedule(seed, fleet.servers, seconds * 1_000);
  const [early = 0, late = 0] = await Promise.all([heapAt(1 / 3), heapAt(1), injector.run(steps)]);
  await load.stop();
  findings.look(
    "the heap does not grow",
    late > early * GROWTH ? [`from ${early} to ${late} bytes`] : [],
  );
  findings.look(
    "every fault happens",
    [...injector.applied]
      .filter(([, { planned, done }]) => planned >= OFTEN && done === 0)
      .map(([fault, { planned }]) => `${fault}, which was planned ${planned} times`),
  );
  findings.look(
    "every server is called with success",
    fleet.servers.filter(({ name }) => !ledger.answers.has(name)).map(({ name }) => name),
  );
  return { faults: injector.applied, heap: [early, late] };
}

/** Who takes part. */
export interface Cast {
  readonly client: Client;
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly findings: Findings;
}
