import { compareJson } from "@x/wire";
import { type HeaderPlan, NO_HEADERS } from "./header-plan.js";
import { joined } from "./joined.js";
import { type Entry, type NamingContext, nameFor } from "./names.js";
import { sortByCodePoint } from "./order.js";
import { type Quarantined, quarantine, settleRecords, shown } from "./quarantine.js";
import { findCollisions, type PeerTools, type Registry } from "./registry.js";
import { RegistryError } from "./registry-error.js";
import type { HeaderPlans, Sifted } from "./sift.js";
import { outputCheckOf, type Tool } from "./tool.js";

/**
 * Merges new lists into a registry that is to have these peers, in this order.
 *
 * Three steps, so that nothing depends on the order in which lists came: all that is still there
 * keeps its name; then names are free that nobody has any more; then newcomers are named in declared
 * order.
 *
 * @throws RegistryError `collision_rejected` at start-up under the policy `reject`.
 */
export function merge(
  registry: Registry,
  peers: readonly PeerTools[],
  lists: ReadonlyMap<string, Sifted>,
): Registry {
  const drafts = peers.map((tools) => keep(tools, lists.get(tools.peer.name)));
  const holders = new Map<string, Entry>();
  for (const { kept } of drafts) {
    for (const entry of kept) {
      holders.set(entry.canonical, entry);
    }
  }
  const naming: Naming = {
    policy: registry.policy,
    peers: new Set(peers.map(({ peer }) => peer.name)),
    holders,
    strict: registry.policy === "reject" && !registry.started,
  };
  const merged = drafts.map((draft) => place(draft, naming));
  if (sameMembers(merged, registry.peers)) {
    return registry;
  }
  const entries = joined(merged.map((tools) => tools.entries));
  return {
    ...registry,
    peers: merged,
    holders,
    entries: sameMembers(entries, registry.entries) ? registry.entries : entries,
    collisions: findCollisions(merged, holders),
  };
}

/** One peer on its way into the next registry. */
interface Draft {
  readonly tools: PeerTools;
  readonly kept: readonly Entry[];
  readonly newcomers: readonly Tool[];
  readonly refused: readonly Quarantined[];
  readonly plans: HeaderPlans;
}

interface Naming extends NamingContext {
  readonly holders: Map<string, Entry>;
  /** A collision is an error rather than a quarantine. */
  readonly strict: boolean;
}

function keep(tools: PeerTools, sifted: Sifted | undefined): Draft {
  if (sifted === undefined) {
    const { entries: kept, blocked: newcomers, refused, plans } = tools;
    return { tools, kept, newcomers, refused, plans };
  }
  const { refused, plans } = sifted;
  if (tools.entries.length === 0) {
    return { tools, kept: [], newcomers: sifted.tools, refused, plans };
  }
  const known = new Map(tools.entries.map((entry) => [entry.local, entry]));
  const kept: Entry[] = [];
  const newcomers: Tool[] = [];
  for (const tool of sifted.tools) {
    const entry = known.get(tool.name);
    if (entry === undefined) {
      newcomers.push(tool);
    } else {
      const isSame = isAsBefore(entry, tool, plans);
      kept.push(isSame ? entry : entryOf(entry.canonical, entry.peer, tool, plans));
    }
  }
  return { tools, kept, newcomers, refused, plans };
}

/** Names a peer's newcomers and enters them among the holders. */
function place({ tools, kept, newcomers, refused, plans }: Draft, naming: Naming): PeerTools {
  const peer = tools.peer.name;
  const entries = [...kept];
  const blocked: Tool[] = [];
  const records = [...refused];
  newcomers.forEach((tool) => {
    const local = tool.name;
    const name = nameFor(peer, local, naming);
    if (typeof name === "string") {
      const entry = entryOf(name, peer, tool, plans);
      entries.push(entry);
      naming.holders.set(name, entry);
      return;
    }
    const { reason, holder } = name;
    if (naming.strict && reason === "collision") {
      throw rejection(local, holder.peer, peer);
    }
    const detail = `the name ${shown(holder.canonical)} belongs to a tool of server ${shown(holder.peer)}`;
    blocked.push(tool);
    records.push(quarantine({ peer, local, reason, tool, detail, holder: holder.peer }));
  });
  // Either of the two is in order by itself.
  if (kept.length > 0 && entries.length > kept.length) {
    sortByCodePoint(entries, ({ local }) => local);
  }
  const quarantined = settleRecords(records, tools.quarantined);
  // What the same tools ask for is the same, unless their headers were ignored and no longer are.
  return plans.size === tools.plans.size &&
    sameMembers(entries, tools.entries) &&
    sameMembers(quarantined, tools.quarantined)
    ? tools
    : { peer: tools.peer, entries, blocked, plans, refused, quarantined };
}

function entryOf(canonical: string, peer: string, tool: Tool, plans: HeaderPlans): Entry {
  const headers = headersOf(tool, plans);
  return { canonical, peer, local: tool.name, tool, outputCheck: outputCheckOf(tool), headers };
}

function isAsBefore(entry: Entry, tool: Tool, plans: HeaderPlans): boolean {
  const { length } = headersOf(tool, plans);
  return entry.headers.length === length && compareJson(entry.tool, tool) === 0;
}

function headersOf(tool: Tool, plans: HeaderPlans): HeaderPlan {
  return plans.get(tool.inputSchema) ?? NO_HEADERS;
}

function rejection(tool: string, holder: string, peer: string): RegistryError {
  return new RegistryError(
    `Servers ${shown(holder)} and ${shown(peer)} both offer a tool ${shown(tool)}, and the policy is reject. Exclude it from one of the two, or choose the policy prefix.`,
    { code: "collision_rejected", tool, peers: [holder, peer] },
  );
}

function sameMembers(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((member, at) => member === other[at]);
}
