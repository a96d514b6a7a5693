import { join } from "node:path";
import { calm, closing, type Expected } from "./calm.js";
import { clientOf } from "./client.js";
import type { Findings } from "./findings.js";
import type { Fleet } from "./fleet.js";
import { Ledger } from "./ledger.js";
import { held, heldSince } from "./resources.js";
import { type Cast, type StormOptions, storm } from "./storm.js";
import { contradictions } from "./traces.js";

/** What a run is made of. */
export interface RunOptions extends StormOptions {
  readonly fleet: Fleet;
  readonly findings: Findings;
  readonly expected: Expected;
  /** Called when all servers have been started. */
  readonly begun: () => void;
}

/** What happened, for whoever reads a verdict; nothing of it is judged. */
export interface Counts {
  readonly [what: string]: unknown;
}

const SWEEP_MS = 1_000;

/** One run, from the first process to the last. The findings tell what was wrong. */
export async function runFaults(options: RunOptions): Promise<Counts> {
  const { fleet, findings } = options;
  const file = join(fleet.folder, "told");
  const ledger = new Ledger(file, findings, (peer) => fleet.instances(peer));
  const beforeServers = held();
  await fleet.start();
  options.begun();
  const beforeClient = held();
  const counts = await withClient(options, ledger);
  const afterClient = await heldSince(beforeClient);
  await fleet.end();
  const afterServers = await heldSince(beforeServers);
  findings.look("no handle is left", [...afterClient.handles, ...afterServers.handles]);
  findings.look("no descriptor is left", [...afterClient.descriptors, ...afterServers.descriptors]);
  findings.look("no process is left", fleet.alive("http").map(String));
  ledger.flush();
  findings.look("calls are done as often as they may be", contradictions(fleet, file));
  return counts;
}

async function withClient(options: RunOptions, ledger: Ledger): Promise<Counts> {
  const { fleet, findings, stop } = options;
  const { client, seen } = clientOf(fleet);
  const cast = { client, fleet, ledger, findings };
  const sweeping = setInterval(() => ledger.sweep(), SWEEP_MS);
  try {
    const { faults, heap } = await unlessStopped(stop, played(cast, options));
    return {
      endings: Object.fromEntries(ledger.endings),
      answers: Object.fromEntries(ledger.answers),
      faults: Object.fromEntries(faults),
      seen: Object.fromEntries(seen),
      starts: Object.fromEntries(
        fleet.servers.map(({ name }) => [name, fleet.instances(name).length]),
      ),
      heap,
    };
  } finally {
    clearInterval(sweeping);
    await client.close();
    const pending = ledger.pending.map((call) => `${call} is pending`);
    findings.look("every call settles once, by its deadline", pending);
    findings.checked("calls fail only as documented");
    findings.checked("replies reach their callers");
  }
}

async function played(cast: Cast, options: RunOptions): ReturnType<typeof storm> {
  await cast.client.connect();
  const happened = await storm(cast, options);
  await calm(cast, options.expected);
  await closing(cast);
  return happened;
}

/** Settles with the promise, or rejects as soon as the signal fires. */
function unlessStopped<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = (): void => reject(signal.reason);
    if (signal.aborted) stopped();
    signal.addEventListener("abort", stopped);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stopped));
  });
}
