import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fleet } from "./fleet.js";
import { mostTimes } from "./servers.js";

/** Endings that say that nothing was sent. */
const UNSENT: ReadonlySet<string> = new Set(["unknown_tool", "peer_unavailable"]);

/**
 * Compares what callers were told, in the file of a ledger, with what the servers noted that they did:
 * what was answered was done, what was said not to be sent was not, nothing more often than it may be,
 * nothing by another server, and nothing that nobody asked for.
 */
export function contradictions({ folder, servers }: Fleet, ledger: string): readonly string[] {
  const told = new Map(
    lines(ledger).map((line) => {
      const [nonce = "", tool = "", ending = ""] = line.split(" ");
      return [nonce, { tool, ending }] as const;
    }),
  );
  const done = new Map<string, number>();
  const wrong: string[] = [];
  for (const { name } of servers) {
    for (const nonce of lines(join(folder, `${name}.calls`))) {
      done.set(nonce, (done.get(nonce) ?? 0) + 1);
      if (!nonce.startsWith(`${name}:`)) wrong.push(`${nonce} was done by ${name}`);
      if (!told.has(nonce)) wrong.push(`${nonce} was done and never settled`);
    }
  }
  for (const [nonce, { tool, ending }] of told) {
    const times = done.get(nonce) ?? 0;
    const server = servers.find(({ name }) => nonce.startsWith(`${name}:`));
    const most = server === undefined ? 0 : mostTimes(server, tool);
    if (times > most) wrong.push(`${nonce} of ${tool} was done ${times} times, ${most} allowed`);
    if (times > 0 && UNSENT.has(ending)) wrong.push(`${nonce} was done, and told to be ${ending}`);
    if (times === 0 && ending === "answered") wrong.push(`${nonce} was answered and not done`);
  }
  return wrong;
}

function lines(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
