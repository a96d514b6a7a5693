import type { Collision, CollisionPolicy, NamedEntry } from "@x/registry";

/**
 * Why a tool has its name.
 *
 * - `only`: no other server has a tool of that name.
 * - `first`: others have one, and its server is declared before them.
 * - `held`: others have one that are declared before it, and its server came first.
 * - `collision`: another server has the name already.
 * - `looks_prefixed`: its own name begins with that of a server and `/`.
 * - `prefix_always`: by the policy, all are called so.
 * - `kept`: what it was told apart from is gone.
 */
export type NameReasonCode =
  | "only"
  | "first"
  | "held"
  | "collision"
  | "looks_prefixed"
  | "prefix_always"
  | "kept";

/** Why a tool has its name, and from whom it is told apart. */
export interface NameReason {
  readonly reason: NameReasonCode;
  /** The servers that it is told apart from. */
  readonly others: readonly string[];
  /** Servers declared before it of which nobody knows now whether they have such a tool. */
  readonly unknown: readonly string[];
}

/** What names go by. */
export interface Naming {
  readonly policy: CollisionPolicy;
  /** All that are declared, in order. */
  readonly servers: readonly string[];
  readonly collisions: readonly Collision[];
  /** Whether it is unknown if a server has a tool of this name. */
  readonly mayHave: (server: string, local: string) => boolean;
}

/** Finds out why an entry has its name. */
export function nameReason(entry: NamedEntry, naming: Naming): NameReason {
  const { canonical, peer, local } = entry;
  const { policy, servers, collisions } = naming;
  if (policy === "prefix-always") return { reason: "prefix_always", others: [], unknown: [] };
  if (canonical === local) {
    const others = collisions.flatMap((one) =>
      one.holder === peer && one.local === local ? [one.peer] : [],
    );
    const place = servers.indexOf(peer);
    const isFirst = others.every((other) => servers.indexOf(other) > place);
    const unknown = servers.slice(0, place).filter((server) => naming.mayHave(server, local));
    return { reason: others.length === 0 ? "only" : isFirst ? "first" : "held", others, unknown };
  }
  const begins = servers.find((server) => local.startsWith(`${server}/`));
  if (begins !== undefined) return { reason: "looks_prefixed", others: [begins], unknown: [] };
  const holder = collisions.find((one) => one.peer === peer && one.local === local)?.holder;
  return holder === undefined
    ? { reason: "kept", others: [], unknown: [] }
    : { reason: "collision", others: [holder], unknown: [] };
}

/** The same as sentences. */
export function nameReasonText(
  { canonical, peer, local }: NamedEntry,
  { reason, others, unknown }: NameReason,
): string {
  const names = others.join(", ");
  const who = unknown.length > 1 ? "one of them" : "it";
  const more =
    unknown.length === 0
      ? ""
      : ` ${unknown.join(", ")}, declared before ${peer}, cannot be asked now: at a start where ${who} has such a tool, that is called ${local}.`;
  switch (reason) {
    case "only":
      return `No other server has a tool of that name.${more}`;
    case "first":
      return `${names} has one of that name, too; ${peer} is declared first.${more}`;
    case "held":
      return `${names}, declared before ${peer}, has one of that name, too, and came later: names do not move before the next start.${more}`;
    case "collision":
      return `${names} has a tool ${local} already, so that this one is called by its server, too.`;
    case "looks_prefixed":
      return `Its own name begins with that of the server ${names}: as ${local} it would look like a tool of ${names}.`;
    case "prefix_always":
      return `The policy is prefix-always: every tool is called by its server and its name.`;
    case "kept":
      return `It was told apart from a tool that is gone, and keeps ${canonical} until the next start.`;
  }
}
