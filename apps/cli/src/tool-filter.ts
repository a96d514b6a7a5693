import type { Client } from "@x/client";
import type { ToolFilter } from "@x/config";
import { createRegistry, entries, update } from "@x/registry";
import type { Invocation } from "./invocation.js";

/** Which of these local names a filter lets in; the registry alone knows what a pattern means. */
export function letIn(filter: ToolFilter, names: readonly string[]): readonly string[] {
  const registry = createRegistry({ peers: [{ name: "server", ...filter }] });
  const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
  const listed = update(registry, { type: "listed", lists: [{ peer: "server", items: tools }] });
  return entries(listed.next).map(({ local }) => local);
}

/**
 * Tells of every pattern of `include` that lets no tool in, which is likely misspelt. Servers that are
 * not ready, or whose list broke off, may have the tool. What `exclude` took out nobody here can see.
 */
export function noteIdlePatterns(client: Client, { config, note }: Invocation): void {
  for (const { name, state, listProblems } of client.peers) {
    const { include = [] } = config.servers.find((server) => server.name === name)?.tools ?? {};
    if (state !== "ready" || listProblems?.tools !== undefined || include.length === 0) continue;
    const left = client.quarantined.filter(({ kind }) => kind === "tool");
    const names = [...client.tools, ...left].flatMap(({ peer, local }) =>
      peer === name && local !== undefined ? [local] : [],
    );
    for (const pattern of include.filter((one) => letIn({ include: [one] }, names).length === 0)) {
      note(`${name}: ${JSON.stringify(pattern)} in tools.include lets in none of its tools.`);
    }
  }
}
