import {
  type Collision,
  type CollisionPolicy,
  collisions,
  createRegistry,
  type Entry,
  entries,
  isEmptyDiff,
  type PeerList,
  type Quarantined,
  quarantined,
  type Registry,
  type RegistryDiff,
  RegistryError,
  type RegistryEvent,
  type RegistryPeer,
  update,
} from "@x/registry";
import { ClientError } from "./client-error.js";

/** The registry of one client, and the lists that wait to be merged into it. */
export class Namespace {
  readonly #onDiff: (diff: RegistryDiff) => void;
  readonly #parked = new Map<string, PeerList>();
  #registry: Registry;
  #started = false;
  /** Counted when asked for; forgotten with every change. */
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(policy: CollisionPolicy, onDiff: (diff: RegistryDiff) => void) {
    this.#onDiff = onDiff;
    this.#registry = createRegistry({ peers: [], policy });
  }

  get registry(): Registry {
    return this.#registry;
  }

  get entries(): readonly Entry[] {
    return entries(this.#registry);
  }

  get collisions(): readonly Collision[] {
    return collisions(this.#registry);
  }

  get quarantined(): readonly Quarantined[] {
    return quarantined(this.#registry);
  }

  /** How many entries a peer has. */
  count(peer: string): number {
    this.#counts ??= countByPeer(this.entries);
    return this.#counts.get(peer) ?? 0;
  }

  declare(peer: RegistryPeer): void {
    this.#update({ type: "declared", peer });
  }

  remove(peer: string): void {
    this.#parked.delete(peer);
    this.#update({ type: "removed", peer });
  }

  /** Whether the lists of the start have been merged: from then on names only ever join. */
  get started(): boolean {
    return this.#started;
  }

  /** Keeps what a peer listed until it is merged. */
  park(list: PeerList): void {
    this.#parked.set(list.peer, list);
  }

  /**
   * Merges all parked lists at once, in declared order.
   *
   * @throws ClientError `collision_rejected`, the first time, under the policy `reject`.
   */
  merge(): void {
    const lists = [...this.#parked.values()];
    this.#parked.clear();
    this.#started = true;
    this.#update({ type: "listed", lists });
  }

  #update(event: RegistryEvent): void {
    const { next, diff } = translate(() => update(this.#registry, event));
    this.#registry = next;
    this.#counts = undefined;
    if (!isEmptyDiff(diff)) this.#onDiff(diff);
  }
}

function countByPeer(all: readonly Entry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { peer } of all) counts.set(peer, (counts.get(peer) ?? 0) + 1);
  return counts;
}

function translate<T>(f: () => T): T {
  try {
    return f();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const { message, code } = error;
    throw new ClientError(message, {
      code: code === "collision_rejected" ? "collision_rejected" : "invalid_server_name",
      cause: error,
    });
  }
}
