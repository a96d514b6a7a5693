import type { ManualClock } from "@x/connection";
import { Client, type ClientEvent, type ClientOptions, type PeerReport } from "../src/index.js";
import { arrived, type Server } from "./servers.js";

export const clientInfo = { name: "test", version: "1" };

/** A client, and every event that it tells. */
export function make(options: Partial<ClientOptions> = {}): {
  client: Client;
  events: ClientEvent[];
} {
  const client = new Client({ clientInfo, ...options });
  const events: ClientEvent[] = [];
  client.on((event) => events.push(event));
  return { client, events };
}

export const names = (client: Client): string[] => client.tools.map(({ canonical }) => canonical);

export const states = (reports: readonly PeerReport[]): string[] =>
  reports.map(({ name, state, era }) => `${name} ${state} ${era}`);

export const methods = ({ received }: Server): string[] => received.map(({ method }) => method);

export const ofType = (events: readonly ClientEvent[], type: string): ClientEvent[] =>
  events.filter((event) => event.type === type);

/** Lets so much time pass, and everything that follows from it arrive. */
export async function pass(clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  await arrived();
}
