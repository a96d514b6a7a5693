import { Client } from "@x/client";
import type { Fleet } from "./fleet.js";

/** The one client of a run, with all servers declared, and what it sees them do wrong, by peer and code. */
export function clientOf(fleet: Fleet): {
  readonly client: Client;
  readonly seen: ReadonlyMap<string, number>;
} {
  const client = new Client({ clientInfo: { name: "fault-run", version: "1.0.0" } });
  const seen = new Map<string, number>();
  client.on((event) => {
    if (event.type !== "fault") return;
    const what = `${event.peer} ${event.fault.code}`;
    seen.set(what, (seen.get(what) ?? 0) + 1);
  });
  for (const { name, allowLegacy, repeat } of fleet.servers) {
    const options = { allowLegacy, repeat, recover: true, maxRestarts: 1_000 };
    client.addServer(name, fleet.transport(name), options);
  }
  return { client, seen };
}
