import { diffOf, type RegistryDiff } from "./diff.js";
import type { Entry, NamedEntry } from "./entry.js";
import { merge } from "./merge.js";
import { checkPeer, type RegistryPeer } from "./peer.js";
import { type PeerEntries, type Registry, withoutEntries } from "./registry.js";
import { RegistryError } from "./registry-error.js";
import { type PeerList, type Sifted, sift } from "./sift.js";

/**
 * What can happen to a registry. That a peer goes down is no event: its names stay.
 *
 * - `listed`: new lists of some peers, merged in declared order whatever order they are in here. The
 *   first such event is start-up; a peer that is missing from it is late from then on.
 * - `declared`: a peer joins, at the end of the declared order. What it has comes with its list.
 * - `replaced`: another peer of that name comes in place of a declared one, in its place of the declared
 *   order. All that was known of the old one is gone, its names with it, as if it had just been declared.
 * - `removed`: a peer leaves with all it has; the others keep their names.
 */
export type RegistryEvent =
  | { readonly type: "listed"; readonly lists: readonly PeerList[] }
  | { readonly type: "declared"; readonly peer: RegistryPeer }
  | { readonly type: "replaced"; readonly peer: RegistryPeer }
  | { readonly type: "removed"; readonly peer: string };

/** The registry after an event, and what the event changed. */
export interface RegistryUpdate<E extends NamedEntry = Entry> {
  /** The registry given, itself, where nothing at all changed. */
  readonly next: Registry<E>;
  readonly diff: RegistryDiff<E>;
}

/**
 * Applies one event. Whoever has a canonical name keeps it; newcomers are named around the holders,
 * in declared order and by code point. What is without a name because another one has it is tried
 * again with every event. The registry given is not changed; what is in a list becomes part of the
 * next one and must not be changed afterwards.
 *
 * Takes time in proportion to the number of entries, and sorts what is new.
 *
 * @throws RegistryError `collision_rejected` at start-up under the policy `reject`; `unknown_peer`;
 * `invalid_peer_name`; `duplicate_peer`, also for two lists of one peer in one event.
 */
export function update<E extends NamedEntry>(
  registry: Registry<E>,
  event: RegistryEvent,
): RegistryUpdate<E> {
  const next = apply(registry, event);
  return { next, diff: diffOf(registry, next) };
}

function apply<E extends NamedEntry>(registry: Registry<E>, event: RegistryEvent): Registry<E> {
  const { peers } = registry;
  switch (event.type) {
    case "listed": {
      const merged = merge(registry, peers, siftAll(registry, event.lists));
      return merged.started ? merged : { ...merged, started: true };
    }
    case "declared":
      checkPeer(event.peer, new Set(peers.map(({ peer }) => peer.name)));
      return merge(registry, [...peers, withoutEntries<E>(event.peer)], new Map());
    case "replaced": {
      const leaving = findPeer(peers, event.peer.name);
      const coming = withoutEntries<E>(event.peer);
      const present = peers.map((known) => (known === leaving ? coming : known));
      return merge(registry, present, new Map());
    }
    case "removed": {
      const leaving = findPeer(peers, event.peer);
      const staying = peers.filter((known) => known !== leaving);
      return merge(registry, staying, new Map());
    }
  }
}

function siftAll<E extends NamedEntry>(
  { peers, kind }: Registry<E>,
  lists: readonly PeerList[],
): Map<string, Sifted<E>> {
  const sifted = new Map<string, Sifted<E>>();
  for (const list of lists) {
    const { peer } = list;
    if (sifted.has(peer)) {
      throw new RegistryError(
        `One event has two lists of the server ${JSON.stringify(peer)}. Join its pages into one list.`,
        { code: "duplicate_peer" },
      );
    }
    sifted.set(peer, sift(findPeer(peers, peer).peer, list, kind));
  }
  return sifted;
}

function findPeer<E extends NamedEntry>(
  peers: readonly PeerEntries<E>[],
  name: string,
): PeerEntries<E> {
  const found = peers.find(({ peer }) => peer.name === name);
  if (found === undefined) {
    throw new RegistryError(
      `No server named ${JSON.stringify(name)} is declared. Declare it first.`,
      { code: "unknown_peer" },
    );
  }
  return found;
}
