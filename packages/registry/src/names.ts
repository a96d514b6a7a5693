import type { NamedEntry } from "./entry.js";

/**
 * How names that two peers offer are told apart.
 *
 * - `prefix`: who has a name keeps it; a newcomer with the same name becomes `<server>/<name>`.
 * - `prefix-always`: every name is `<server>/<name>`.
 * - `reject`: two peers with the same name are an error at start-up, and later the newcomer is
 *   quarantined.
 */
export type CollisionPolicy = "prefix" | "reject" | "prefix-always";

/** Why a newcomer has no name: whose entry is in its way. */
export interface Blocked {
  readonly reason: "collision" | "name_held";
  readonly holder: NamedEntry;
}

/** What {@link nameFor} goes by. */
export interface NamingContext {
  readonly policy: CollisionPolicy;
  /** The names of all declared peers. */
  readonly peers: ReadonlySet<string>;
  /** Who has which canonical name. */
  readonly holders: ReadonlyMap<string, NamedEntry>;
}

/**
 * Gives one newcomer its canonical name, or tells why it has none; never takes a name from its holder.
 *
 * A local name that looks like a prefixed one of a declared peer is always prefixed itself: since no
 * peer's name contains `/`, the part before the first one then tells whose it is.
 */
export function nameFor(peer: string, local: string, context: NamingContext): string | Blocked {
  const { policy, holders } = context;
  if (policy !== "prefix-always" && !looksPrefixed(local, context.peers)) {
    const holder = holders.get(local);
    if (holder === undefined) {
      return local;
    }
    if (policy === "reject") {
      return { reason: "collision", holder };
    }
  }
  const prefixed = `${peer}/${local}`;
  const holder = holders.get(prefixed);
  return holder === undefined ? prefixed : { reason: "name_held", holder };
}

function looksPrefixed(local: string, peers: ReadonlySet<string>): boolean {
  const slash = local.indexOf("/");
  return slash > 0 && peers.has(local.slice(0, slash));
}
