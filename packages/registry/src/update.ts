import { diffOf, type RegistryDiff } from "./diff.js";
import { merge } from "./merge.js";
import { checkPeer, type RegistryPeer } from "./peer.js";
import { type PeerTools, type Registry, withoutTools } from "./registry.js";
import { RegistryError } from "./registry-error.js";
import { type PeerList, type Sifted, sift } from "./sift.js";

/**
 * What can happen to a registry. That a peer goes down is no event: its names stay.
 *
 * - `listed`: new lists of some peers, merged in declared order whatever order they are in here. The
 *   first such event is start-up; a peer that is missing from it is late from then on.
 * - `declared`: a peer joins, at the end of the declared order. Its tools come with its list.
 * - `removed`: a peer leaves with all its tools; the others keep their names.
 */
export type RegistryEvent =
  | { readonly type: "listed"; readonly lists: readonly PeerList[] }
  | { readonly type: "declared"; readonly peer: RegistryPeer }
  | { readonly type: "removed"; readonly peer: string };

/** The registry after an event, and what the event changed. */
export interface RegistryUpdate {
  /** The registry given, itself, where nothing at all changed. */
  readonly next: Registry;
  readonly diff: RegistryDiff;
}

/**
 * Applies one event. Whoever has a canonical name keeps it; newcomers are named around the holders,
 * in declared order and by code point. A tool that is without a name because another one has it is
 * tried again with every event. The registry given is not changed; the tools in a list become part
 * of the next one and must not be changed afterwards.
 *
 * Takes time in proportion to the number of tools, and sorts what is new.
 *
 * @throws RegistryError `collision_rejected` at start-up under the policy `reject`; `unknown_peer`;
 * `invalid_peer_name`; `duplicate_peer`, also for two lists of one peer in one event.
 */
export function update(registry: Registry, event: RegistryEvent): RegistryUpdate {
  const next = apply(registry, event);
  return { next, diff: diffOf(registry, next) };
}

function apply(registry: Registry, event: RegistryEvent): Registry {
  const { peers } = registry;
  switch (event.type) {
    case "listed": {
      const merged = merge(registry, peers, siftAll(peers, event.lists));
      return merged.started ? merged : { ...merged, started: true };
    }
    case "declared":
      checkPeer(event.peer, new Set(peers.map(({ peer }) => peer.name)));
      return merge(registry, [...peers, withoutTools(event.peer)], new Map());
    case "removed": {
      const leaving = findPeer(peers, event.peer);
      const staying = peers.filter((tools) => tools !== leaving);
      return merge(registry, staying, new Map());
    }
  }
}

function siftAll(peers: readonly PeerTools[], lists: readonly PeerList[]): Map<string, Sifted> {
  const sifted = new Map<string, Sifted>();
  for (const list of lists) {
    const { peer } = list;
    if (sifted.has(peer)) {
      throw new RegistryError(
        `One event has two lists of the server ${JSON.stringify(peer)}. Join its pages into one list.`,
        { code: "duplicate_peer" },
      );
    }
    sifted.set(peer, sift(findPeer(peers, peer).peer, list));
  }
  return sifted;
}

function findPeer(peers: readonly PeerTools[], name: string): PeerTools {
  const found = peers.find(({ peer }) => peer.name === name);
  if (found === undefined) {
    throw new RegistryError(
      `No server named ${JSON.stringify(name)} is declared. Declare it before its tools are listed.`,
      { code: "unknown_peer" },
    );
  }
  return found;
}
