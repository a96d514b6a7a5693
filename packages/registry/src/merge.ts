import type { NamedEntry, ValueOf } from "./entry.js";
import { NO_HEADERS } from "./header-plan.js";
import { joined } from "./joined.js";
import type { Kind } from "./kind.js";
import { type NamingContext, nameFor } from "./names.js";
import { sortByCodePoint } from "./order.js";
import { type Quarantined, quarantine, settleRecords, shown } from "./quarantine.js";
import { findCollisions, type PeerEntries, type Registry } from "./registry.js";
import { RegistryError } from "./registry-error.js";
import type { HeaderPlans, Sifted } from "./sift.js";

/**
 * Merges new lists into a registry that is to have these peers, in this order.
 *
 * Three steps, so that nothing depends on the order in which lists came: all that is still there
 * keeps its name; then names are free that nobody has any more; then newcomers are named in declared
 * order.
 *
 * @throws RegistryError `collision_rejected` at start-up under the policy `reject`.
 */
export function merge<E extends NamedEntry>(
  registry: Registry<E>,
  peers: readonly PeerEntries<E>[],
  lists: ReadonlyMap<string, Sifted<E>>,
): Registry<E> {
  const { kind } = registry;
  const drafts = peers.map((known) => keep(known, lists.get(known.peer.name), kind));
  const holders = new Map<string, E>();
  for (const { kept } of drafts) {
    for (const entry of kept) {
      holders.set(entry.canonical, entry);
    }
  }
  const naming: Naming<E> = {
    kind,
    policy: registry.policy,
    peers: new Set(peers.map(({ peer }) => peer.name)),
    holders,
    strict: registry.policy === "reject" && !registry.started,
  };
  const merged = drafts.map((draft) => place(draft, naming));
  if (sameMembers(merged, registry.peers)) {
    return registry;
  }
  const entries = joined(merged.map((now) => now.entries));
  return {
    ...registry,
    peers: merged,
    holders,
    entries: sameMembers(entries, registry.entries) ? registry.entries : entries,
    collisions: findCollisions(merged, holders, kind.noun),
  };
}

/** One peer on its way into the next registry. */
interface Draft<E extends NamedEntry> {
  readonly before: PeerEntries<E>;
  readonly kept: readonly E[];
  readonly newcomers: readonly ValueOf<E>[];
  readonly refused: readonly Quarantined[];
  readonly plans: HeaderPlans;
}

interface Naming<E extends NamedEntry> extends NamingContext {
  readonly kind: Kind<E>;
  readonly holders: Map<string, E>;
  /** A collision is an error rather than a quarantine. */
  readonly strict: boolean;
}

function keep<E extends NamedEntry>(
  before: PeerEntries<E>,
  sifted: Sifted<E> | undefined,
  kind: Kind<E>,
): Draft<E> {
  if (sifted === undefined) {
    const { entries: kept, blocked: newcomers, refused, plans } = before;
    return { before, kept, newcomers, refused, plans };
  }
  const { refused, plans } = sifted;
  if (before.entries.length === 0) {
    return { before, kept: [], newcomers: sifted.values, refused, plans };
  }
  const known = new Map(before.entries.map((entry) => [entry.local, entry]));
  const kept: E[] = [];
  const newcomers: ValueOf<E>[] = [];
  for (const value of sifted.values) {
    const entry = known.get(value.name);
    if (entry === undefined) {
      newcomers.push(value);
    } else {
      const headers = plans.get(value) ?? NO_HEADERS;
      const isSame = kind.isAsBefore(entry, value, headers);
      kept.push(isSame ? entry : kind.entry(entry.canonical, entry.peer, value, headers));
    }
  }
  return { before, kept, newcomers, refused, plans };
}

/** Names a peer's newcomers and enters them among the holders. */
function place<E extends NamedEntry>(draft: Draft<E>, naming: Naming<E>): PeerEntries<E> {
  const { before, kept, newcomers, refused, plans } = draft;
  const { kind, holders, strict } = naming;
  const peer = before.peer.name;
  const entries = [...kept];
  const blocked: ValueOf<E>[] = [];
  const records = [...refused];
  newcomers.forEach((value) => {
    const local = value.name;
    const name = nameFor(peer, local, naming);
    if (typeof name === "string") {
      const entry = kind.entry(name, peer, value, plans.get(value) ?? NO_HEADERS);
      entries.push(entry);
      holders.set(name, entry);
      return;
    }
    const { reason } = name;
    const holder = name.holder.peer;
    const { noun } = kind;
    if (strict && reason === "collision") {
      throw rejection(noun, local, [holder, peer]);
    }
    const detail = `the name ${shown(name.holder.canonical)} belongs to a ${noun} of server ${shown(holder)}`;
    blocked.push(value);
    records.push(quarantine({ peer, kind: noun, local, reason, value, detail, holder }));
  });
  // Either of the two is in order by itself.
  if (kept.length > 0 && entries.length > kept.length) {
    sortByCodePoint(entries, ({ local }) => local);
  }
  const quarantined = settleRecords(records, before.quarantined);
  // What the same values ask for is the same, unless their headers were ignored and no longer are.
  return plans.size === before.plans.size &&
    sameMembers(entries, before.entries) &&
    sameMembers(quarantined, before.quarantined)
    ? before
    : { peer: before.peer, entries, blocked, plans, refused, quarantined };
}

function rejection(
  noun: Quarantined["kind"],
  local: string,
  peers: readonly [string, string],
): RegistryError {
  const [holder, peer] = peers;
  return new RegistryError(
    `Servers ${shown(holder)} and ${shown(peer)} both offer a ${noun} ${shown(local)}, and the policy is reject. Exclude it from one of the two, or choose the policy prefix.`,
    { code: "collision_rejected", local, peers },
  );
}

function sameMembers(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((member, at) => member === other[at]);
}
