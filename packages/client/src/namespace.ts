import {
  type Collision,
  collisions,
  type Entry,
  entries,
  isEmptyDiff,
  type NamedEntry,
  type PeerList,
  type Quarantined,
  quarantined,
  type Registry,
  type RegistryDiff,
  RegistryError,
  type RegistryEvent,
  update,
} from "@x/registry";
import { ClientError } from "./client-error.js";

/** One registry of a client, and the lists that wait to be merged into it. */
export class Namespace<E extends NamedEntry = Entry> {
  readonly #onDiff: (diff: RegistryDiff<E>) => void;
  readonly #parked = new Map<string, PeerList>();
  #registry: Registry<E>;
  #started = false;
  /** Counted when asked for; forgotten with every change. */
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(empty: Registry<E>, onDiff: (diff: RegistryDiff<E>) => void) {
    this.#onDiff = onDiff;
    this.#registry = empty;
  }

  get registry(): Registry<E> {
    return this.#registry;
  }

  get entries(): readonly E[] {
    return entries(this.#registry);
  }

  get collisions(): readonly Collision[] {
    return collisions(this.#registry);
  }

  get quarantined(): readonly Quarantined[] {
    return quarantined(this.#registry);
  }

  /** Whether the lists of the start have been merged. */
  get started(): boolean {
    return this.#started;
  }

  /** How many entries a peer has. */
  count(peer: string): number {
    this.#counts ??= countByPeer(this.entries);
    return this.#counts.get(peer) ?? 0;
  }

  /** Keeps what a peer listed until it is merged. */
  park(list: PeerList): void {
    this.#parked.set(list.peer, list);
  }

  /** What a peer listed is not to be merged. */
  forget(peer: string): void {
    this.#parked.delete(peer);
  }

  /**
   * Merges all parked lists at once, in declared order.
   *
   * @throws ClientError `collision_rejected`, the first time, under the policy `reject`.
   */
  merge(): void {
    const lists = [...this.#parked.values()];
    if (this.#started && lists.length === 0) return;
    this.#parked.clear();
    this.#started = true;
    this.apply({ type: "listed", lists });
  }

  /** @throws ClientError `invalid_server_name`, `collision_rejected`. */
  apply(event: RegistryEvent): void {
    const { next, diff } = translate(() => update(this.#registry, event));
    this.#registry = next;
    this.#counts = undefined;
    if (!isEmptyDiff(diff)) this.#onDiff(diff);
  }
}

function countByPeer(all: readonly NamedEntry[]): ReadonlyMap<string, number> {
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
