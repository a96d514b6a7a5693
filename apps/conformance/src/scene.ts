import type { Client } from "@x/client";
import type { Transport } from "@x/connection";

/** What a scenario works with. */
export interface Scene {
  readonly client: Client;
  /** What the suite says beyond the URL, scenario by scenario. */
  readonly context: unknown;
  /** The revision that this run of the scenario is about. */
  readonly revision: string;
  readonly transport: Transport;
}

/** Brings the one server up, in the era that the run is about. */
export async function connected({ client, revision }: Scene): Promise<void> {
  const [report] = await client.connect();
  if (report?.state !== "ready") throw new Error(`The server is not ready: ${report?.message}`);
  const era = revision < "2026-07-28" ? "legacy" : "modern";
  if (report.era !== era) throw new Error(`The server is ${report.era}, not ${era}.`);
}
