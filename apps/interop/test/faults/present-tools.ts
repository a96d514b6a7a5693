import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@x/client";
import { order } from "./control.js";
import type { Fleet } from "./fleet.js";

const WITHIN_MS = 30_000;

interface ServerTool {
  readonly name: string;
  readonly description: string;
}

/**
 * How the client's tools differ from what the servers themselves say that they have, when the client has
 * had half a minute to hear of it; one sentence a server.
 */
export async function toolDifferences(client: Client, fleet: Fleet): Promise<readonly string[]> {
  const until = performance.now() + WITHIN_MS;
  for (;;) {
    const differences: string[] = [];
    for (const { name } of fleet.servers) {
      const pid = fleet.instances(name).at(-1) ?? Number.NaN;
      const said = (await order(fleet.folder, pid, { do: "tools" })) as
        | readonly ServerTool[]
        | undefined;
      const wanted = (said ?? []).map(inWords).sort();
      const known = client.tools
        .filter(({ peer }) => peer === name)
        .map(({ local, tool }) => inWords({ name: local, description: String(tool.description) }))
        .sort();
      if (said === undefined) differences.push(`${name} does not say what it has`);
      else if (wanted.join("\n") !== known.join("\n")) {
        const stale = known.filter((one) => !wanted.includes(one));
        const missing = wanted.filter((one) => !known.includes(one));
        differences.push(`${name} has [${missing}], for which the client has [${stale}]`);
      }
    }
    if (differences.length === 0 || performance.now() > until) return differences;
    await delay(200);
  }
}

function inWords({ name, description }: ServerTool): string {
  return `${name} "${description}"`;
}
