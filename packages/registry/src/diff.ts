import type { Entry, NamedEntry } from "./entry.js";
import { joined } from "./joined.js";
import type { Quarantined } from "./quarantine.js";
import type { Collision, PeerEntries, Registry } from "./registry.js";

/** What an event changed. Every list is in the order of the registry it was taken from. */
export interface RegistryDiff<E extends NamedEntry = Entry> {
  readonly added: readonly E[];
  /** As they were. */
  readonly removed: readonly E[];
  /** Under the same name as before, with another definition. As they are now. */
  readonly changed: readonly E[];
  /** Collisions that were not there before. */
  readonly collisions: readonly Collision[];
  /** What was not in quarantine before, or not for this reason. */
  readonly quarantined: readonly Quarantined[];
}

/** Whether nothing is to be told: no change event is due. */
export function isEmptyDiff(diff: RegistryDiff<NamedEntry>): boolean {
  return Object.values(diff).every((list: readonly unknown[]) => list.length === 0);
}

/** Finds out what is different between one registry and the next. */
export function diffOf<E extends NamedEntry>(
  before: Registry<E>,
  after: Registry<E>,
): RegistryDiff<E> {
  const was = new Map(before.peers.map((known) => [known.peer.name, known]));
  const is = new Map(after.peers.map((known) => [known.peer.name, known]));
  const added: (readonly E[])[] = [];
  const removed: (readonly E[])[] = [];
  const changed: (readonly E[])[] = [];
  const found: (readonly Quarantined[])[] = [];
  for (const [name, now] of is) {
    const old = was.get(name);
    if (old !== now) {
      const known = byLocal(old);
      added.push(withoutKnown(now.entries, known));
      changed.push(now.entries.filter((entry) => (known.get(entry.local) ?? entry) !== entry));
      const records = new Set(old?.quarantined);
      found.push(now.quarantined.filter((record) => !records.has(record)));
    }
  }
  for (const [name, old] of was) {
    const now = is.get(name);
    if (now !== old && old.entries.length > 0) {
      removed.push(withoutKnown(old.entries, byLocal(now)));
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
function withoutKnown<E extends NamedEntry>(
  entries: readonly E[],
  known: ReadonlyMap<string, E>,
): readonly E[] {
  return known.size === 0 ? entries : entries.filter((entry) => !known.has(entry.local));
}

function byLocal<E extends NamedEntry>(known: PeerEntries<E> | undefined): Map<string, E> {
  return new Map(known?.entries.map((entry) => [entry.local, entry]));
}

function newCollisions<E extends NamedEntry>(
  before: Registry<E>,
  after: Registry<E>,
): readonly Collision[] {
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
