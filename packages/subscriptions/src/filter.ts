import { isJsonObject, type ServerCapabilities } from "@x/wire";

/**
 * What a subscription is about. A member that is absent or `false`, or has no URI in it, asks for
 * nothing.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#notification-filter}
 */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  /** URIs of resources, compared as the strings they are. */
  readonly resourceSubscriptions?: readonly string[];
}

/** The members of a filter that are about a list. */
export type ListMember = (typeof LIST_MEMBERS)[number];

const LIST_MEMBERS = ["toolsListChanged", "promptsListChanged", "resourcesListChanged"] as const;

const CAPABILITY_OF = {
  toolsListChanged: "tools",
  promptsListChanged: "prompts",
  resourcesListChanged: "resources",
} as const;

/** Reads a filter that a peer sent; `null` stands for absent. `undefined` where it is none. */
export function readFilter(value: unknown): SubscriptionFilter | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const member of LIST_MEMBERS) {
    if (typeof (value[member] ?? false) !== "boolean") return undefined;
  }
  const uris = value["resourceSubscriptions"] ?? [];
  if (!Array.isArray(uris) || uris.some((uri) => typeof uri !== "string")) return undefined;
  return filterOf((member) => value[member] === true, uris);
}

/** The same filter with nothing in it that asks for nothing, and each URI once. */
export function tidied(filter: SubscriptionFilter): SubscriptionFilter {
  return filterOf((member) => filter[member] === true, urisOf(filter));
}

/** What of a filter a server with these capabilities says that it can tell. */
export function declared(
  filter: SubscriptionFilter,
  capabilities: ServerCapabilities,
): SubscriptionFilter {
  const has = (capability: string, feature: string): boolean => {
    const value = capabilities[capability];
    return isJsonObject(value) && value[feature] === true;
  };
  return filterOf(
    (member) => filter[member] === true && has(CAPABILITY_OF[member], "listChanged"),
    has("resources", "subscribe") ? urisOf(filter) : [],
  );
}

/** What is in both. */
export function common(a: SubscriptionFilter, b: SubscriptionFilter): SubscriptionFilter {
  const uris = new Set(urisOf(b));
  return filterOf(
    (member) => a[member] === true && b[member] === true,
    urisOf(a).filter((uri) => uris.has(uri)),
  );
}

/** What is in the first and not in the second. */
export function without(a: SubscriptionFilter, b: SubscriptionFilter): SubscriptionFilter {
  const uris = new Set(urisOf(b));
  return filterOf(
    (member) => a[member] === true && b[member] !== true,
    urisOf(a).filter((uri) => !uris.has(uri)),
  );
}

/** What is in one of the two. */
export function joined(a: SubscriptionFilter, b: SubscriptionFilter): SubscriptionFilter {
  return filterOf(
    (member) => a[member] === true || b[member] === true,
    [...urisOf(a), ...urisOf(b)],
  );
}

/** Whether a filter asks for nothing. */
export function isEmpty(filter: SubscriptionFilter): boolean {
  return LIST_MEMBERS.every((member) => filter[member] !== true) && urisOf(filter).length === 0;
}

/** The URIs of a filter. */
export function urisOf(filter: SubscriptionFilter): readonly string[] {
  return filter.resourceSubscriptions ?? [];
}

function filterOf(
  has: (member: ListMember) => boolean,
  uris: readonly string[],
): SubscriptionFilter {
  const filter: { -readonly [Member in keyof SubscriptionFilter]: SubscriptionFilter[Member] } = {};
  for (const member of LIST_MEMBERS) if (has(member)) filter[member] = true;
  if (uris.length > 0) filter.resourceSubscriptions = [...new Set(uris)];
  return filter;
}
