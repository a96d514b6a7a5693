import type { Entry, NamedEntry, PromptEntry, ValueOf } from "./entry.js";
import type { Kind } from "./kind.js";
import type { CollisionPolicy } from "./names.js";
import { checkPeer, type RegistryPeer } from "./peer.js";
import { PROMPT } from "./prompt-kind.js";
import { type Quarantined, shown } from "./quarantine.js";
import type { HeaderPlans } from "./sift.js";
import { TOOL } from "./tool-kind.js";

/** What is known of one declared peer. All lists are sorted by code point of the local name. */
export interface PeerEntries<E extends NamedEntry = Entry> {
  readonly peer: RegistryPeer;
  readonly entries: readonly E[];
  /** Fit for use, but without a name for now. */
  readonly blocked: readonly ValueOf<E>[];
  /** What of the peer's last list asks for headers, and for which. */
  readonly plans: HeaderPlans;
  /** What of the peer's last list is not in use for a reason of its own. */
  readonly refused: readonly Quarantined[];
  /** Everything of the peer that is not in use: `refused`, and `blocked` with the reason. */
  readonly quarantined: readonly Quarantined[];
}

/** Two peers that offer the same local name, one of whom has it as its canonical name. */
export interface Collision {
  /** What both offer. */
  readonly kind: Quarantined["kind"];
  readonly local: string;
  /** The peer that has the name. */
  readonly holder: string;
  /** The other peer. */
  readonly peer: string;
  /** What that of the other peer is called; nothing where it is quarantined. */
  readonly canonical: string | undefined;
  /** A sentence that names the tool or prompt and both peers. */
  readonly message: string;
}

/**
 * The merged namespace of the tools of many servers, or of their prompts: a value that never changes.
 * Make one with {@link createRegistry} or {@link createPromptRegistry}, get the next one from `update`,
 * and read it through {@link resolve}, {@link entries}, {@link collisions}
 * and {@link quarantined}; its members are for those functions.
 */
export interface Registry<E extends NamedEntry = Entry> {
  readonly kind: Kind<E>;
  readonly policy: CollisionPolicy;
  /** Whether the first batch of lists has been merged. */
  readonly started: boolean;
  /** In declared order. */
  readonly peers: readonly PeerEntries<E>[];
  readonly holders: ReadonlyMap<string, E>;
  readonly entries: readonly E[];
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
 * An empty registry of tools of the declared peers.
 *
 * @throws RegistryError `invalid_peer_name`, `duplicate_peer`.
 */
export function createRegistry(options: RegistryOptions): Registry {
  return emptyRegistry(options, TOOL);
}

/**
 * An empty registry of prompts of the declared peers. Filters and policy are for prompts here; what the
 * same servers have of tools is in a registry of its own.
 *
 * @throws RegistryError `invalid_peer_name`, `duplicate_peer`.
 */
export function createPromptRegistry(options: RegistryOptions): Registry<PromptEntry> {
  return emptyRegistry(options, PROMPT);
}

/** The entry with this canonical name. Takes the same time however many there are. */
export function resolve<E extends NamedEntry>(
  registry: Registry<E>,
  canonical: string,
): E | undefined {
  return registry.holders.get(canonical);
}

/**
 * All entries: peers in declared order, those of a peer by code point of the local name. The same
 * lists give the same order, whatever order the servers list in. From one registry to the next
 * it is the same array for as long as nothing in it changes.
 */
export function entries<E extends NamedEntry>(registry: Registry<E>): readonly E[] {
  return registry.entries;
}

/** All names that several peers offer now, in the order of {@link entries} of the other peer. */
export function collisions<E extends NamedEntry>(registry: Registry<E>): readonly Collision[] {
  return registry.collisions;
}

/** All that is not in use and why: peers in declared order, then local name, reason, holder. */
export function quarantined<E extends NamedEntry>(registry: Registry<E>): readonly Quarantined[] {
  return registry.peers.flatMap((known) => known.quarantined);
}

/** A declared peer before its first list. */
export function withoutEntries<E extends NamedEntry>(peer: RegistryPeer): PeerEntries<E> {
  return { peer, entries: [], blocked: [], plans: new Map(), refused: [], quarantined: [] };
}

/** Finds out which names several peers offer. */
export function findCollisions<E extends NamedEntry>(
  peers: readonly PeerEntries<E>[],
  holders: ReadonlyMap<string, E>,
  noun: Kind<E>["noun"],
): readonly Collision[] {
  const found: Collision[] = [];
  for (const known of peers) {
    const peer = known.peer.name;
    known.entries.forEach(({ canonical, local }) => {
      const holder = canonical === local ? undefined : holders.get(local);
      // A name that only looks like this one, `b/search` of `a` and `search` of `b`, is no collision.
      if (holder !== undefined && holder.local === local && holder.peer !== peer) {
        found.push(collision({ kind: noun, local, holder: holder.peer, peer, canonical }));
      }
    });
    for (const { local, holder, reason } of known.quarantined) {
      if (reason === "collision" && local !== undefined && holder !== undefined) {
        found.push(collision({ kind: noun, local, holder, peer, canonical: undefined }));
      }
    }
  }
  return found;
}

function collision(between: Omit<Collision, "message">): Collision {
  const { kind: noun, local, holder, peer, canonical } = between;
  const outcome = canonical === undefined ? "left out" : `called ${shown(canonical)}`;
  const message = `Servers ${shown(holder)} and ${shown(peer)} both offer a ${noun} ${shown(local)}: that of ${shown(holder)} keeps the name, that of ${shown(peer)} is ${outcome}.`;
  return { ...between, message };
}

function emptyRegistry<E extends NamedEntry>(
  { peers: declared, policy = "prefix" }: RegistryOptions,
  kind: Kind<E>,
): Registry<E> {
  const names = new Set<string>();
  const peers = declared.map((peer) => {
    checkPeer(peer, names);
    names.add(peer.name);
    return withoutEntries<E>(peer);
  });
  return { kind, policy, started: false, peers, holders: new Map(), entries: [], collisions: [] };
}
