import type { CollisionPolicy, Entry } from "./names.js";
import { checkPeer, type RegistryPeer } from "./peer.js";
import { type Quarantined, shown } from "./quarantine.js";
import type { HeaderPlans } from "./sift.js";
import type { Tool } from "./tool.js";

/** What is known of one declared peer. All lists are sorted by code point of the local name. */
export interface PeerTools {
  readonly peer: RegistryPeer;
  readonly entries: readonly Entry[];
  /** Fit for use, but without a name for now. */
  readonly blocked: readonly Tool[];
  /** By input schema: what the tools of the peer's last list ask for that ask for headers. */
  readonly plans: HeaderPlans;
  /** What of the peer's last list is not in use for a reason of its own. */
  readonly refused: readonly Quarantined[];
  /** Everything of the peer that is not in use: `refused`, and `blocked` with the reason. */
  readonly quarantined: readonly Quarantined[];
}

/** Two peers that offer the same local name, one of whom has it as its canonical name. */
export interface Collision {
  readonly local: string;
  /** The peer whose tool has the name. */
  readonly holder: string;
  /** The other peer. */
  readonly peer: string;
  /** What the other peer's tool is called; nothing where it is quarantined. */
  readonly canonical: string | undefined;
  /** A sentence that names the tool and both peers. */
  readonly message: string;
}

/**
 * The merged namespace: a value that never changes. Make one with {@link createRegistry}, get the
 * next one from `update`, and read it through {@link resolve}, {@link entries}, {@link collisions}
 * and {@link quarantined}; its members are for those functions.
 */
export interface Registry {
  readonly policy: CollisionPolicy;
  /** Whether the first batch of lists has been merged. */
  readonly started: boolean;
  /** In declared order. */
  readonly peers: readonly PeerTools[];
  readonly holders: ReadonlyMap<string, Entry>;
  readonly entries: readonly Entry[];
  readonly collisions: readonly Collision[];
}

/** What a registry is made of. */
export interface RegistryOptions {
  /** In declared order, which decides who keeps a name that several offer at start-up. */
  readonly peers: readonly RegistryPeer[];
  /** Default `prefix`. */
  readonly policy?: CollisionPolicy;
}

/**
 * An empty registry of the declared peers.
 *
 * @throws RegistryError `invalid_peer_name`, `duplicate_peer`.
 */
export function createRegistry(options: RegistryOptions): Registry {
  const names = new Set<string>();
  const peers = options.peers.map((peer) => {
    checkPeer(peer, names);
    names.add(peer.name);
    return withoutTools(peer);
  });
  return {
    policy: options.policy ?? "prefix",
    started: false,
    peers,
    holders: new Map(),
    entries: [],
    collisions: [],
  };
}

/** The entry with this canonical name. Takes the same time however many there are. */
export function resolve(registry: Registry, canonical: string): Entry | undefined {
  return registry.holders.get(canonical);
}

/**
 * All entries: peers in declared order, a peer's tools by code point of the local name. The same
 * tools give the same order, whatever order the servers list them in. From one registry to the next
 * it is the same array for as long as nothing in it changes.
 */
export function entries(registry: Registry): readonly Entry[] {
  return registry.entries;
}

/** All names that several peers offer now, in the order of {@link entries} of the other peer. */
export function collisions(registry: Registry): readonly Collision[] {
  return registry.collisions;
}

/** All that is not in use and why: peers in declared order, then local name, reason, holder. */
export function quarantined(registry: Registry): readonly Quarantined[] {
  return registry.peers.flatMap((tools) => tools.quarantined);
}

/** A declared peer before its first list. */
export function withoutTools(peer: RegistryPeer): PeerTools {
  return { peer, entries: [], blocked: [], plans: new Map(), refused: [], quarantined: [] };
}

/** Finds out which names several peers offer. */
export function findCollisions(
  peers: readonly PeerTools[],
  holders: ReadonlyMap<string, Entry>,
): readonly Collision[] {
  const found: Collision[] = [];
  for (const tools of peers) {
    const peer = tools.peer.name;
    tools.entries.forEach(({ canonical, local }) => {
      const holder = canonical === local ? undefined : holders.get(local);
      // A name that only looks like this one, `b/search` of `a` and `search` of `b`, is no collision.
      if (holder !== undefined && holder.local === local && holder.peer !== peer) {
        found.push(collision(local, holder.peer, peer, canonical));
      }
    });
    for (const { local, holder, reason } of tools.quarantined) {
      if (reason === "collision" && local !== undefined && holder !== undefined) {
        found.push(collision(local, holder, peer, undefined));
      }
    }
  }
  return found;
}

function collision(
  local: string,
  holder: string,
  peer: string,
  canonical: string | undefined,
): Collision {
  const outcome = canonical === undefined ? "left out" : `called ${shown(canonical)}`;
  const message = `Servers ${shown(holder)} and ${shown(peer)} both offer a tool ${shown(local)}: that of ${shown(holder)} keeps the name, that of ${shown(peer)} is ${outcome}.`;
  return { local, holder, peer, canonical, message };
}
