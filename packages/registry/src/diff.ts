import { joined } from "./joined.js";
import type { Entry } from "./names.js";
import type { Quarantined } from "./quarantine.js";
import type { Collision, PeerTools, Registry } from "./registry.js";

/** What an event changed. Every list is in the order of the registry it was taken from. */
export interface RegistryDiff {
  readonly added: readonly Entry[];
  /** As they were. */
  readonly removed: readonly Entry[];
  /** Under the same name as before, with another definition. As they are now. */
  readonly changed: readonly Entry[];
  /** Collisions that were not there before. */
  readonly collisions: readonly Collision[];
  /** What was not in quarantine before, or not for this reason. */
  readonly quarantined: readonly Quarantined[];
}

/** Whether nothing is to be told: no change event is due. */
export function isEmptyDiff(diff: RegistryDiff): boolean {
  return Object.values(diff).every((list: readonly unknown[]) => list.length === 0);
}

/** Finds out what is different between one registry and the next. */
export function diffOf(before: Registry, after: Registry): RegistryDiff {
  const was = new Map(before.peers.map((tools) => [tools.peer.name, tools]));
  const is = new Map(after.peers.map((tools) => [tools.peer.name, tools]));
  const added: (readonly Entry[])[] = [];
  const removed: (readonly Entry[])[] = [];
  const changed: (readonly Entry[])[] = [];
  const found: (readonly Quarantined[])[] = [];
  for (const [name, tools] of is) {
    const old = was.get(name);
    if (old !== tools) {
      const known = byLocal(old);
      added.push(withoutKnown(tools.entries, known));
      changed.push(tools.entries.filter((entry) => (known.get(entry.local) ?? entry) !== entry));
      const records = new Set(old?.quarantined);
      found.push(tools.quarantined.filter((record) => !records.has(record)));
    }
  }
  for (const [name, tools] of was) {
    const now = is.get(name);
    if (now !== tools && tools.entries.length > 0) {
      removed.push(withoutKnown(tools.entries, byLocal(now)));
    }
  }
  return {
    added: joined(added),
    removed: joined(removed),
    changed: joined(changed),
    collisions: newCollisions(before, after),
    quarantined: joined(found),
  };
}

/** The entries with names that are not known. */
function withoutKnown(
  entries: readonly Entry[],
  known: ReadonlyMap<string, Entry>,
): readonly Entry[] {
  return known.size === 0 ? entries : entries.filter((entry) => !known.has(entry.local));
}

function byLocal(tools: PeerTools | undefined): Map<string, Entry> {
  return new Map(tools?.entries.map((entry) => [entry.local, entry]));
}

function newCollisions(before: Registry, after: Registry): readonly Collision[] {
  if (before.collisions === after.collisions) {
    return [];
  }
  const known = new Set(before.collisions.map(key));
  return after.collisions.filter((collision) => !known.has(key(collision)));
}

/** Neither peers' names nor the parts of an array in JSON can run into each other. */
function key({ local, holder, peer, canonical }: Collision): string {
  return JSON.stringify([local, holder, peer, canonical]);
}
