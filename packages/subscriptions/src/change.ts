import type { Notification } from "@x/wire";
import { type ListMember, type SubscriptionFilter, urisOf } from "./filter.js";

/**
 * Something of a server has changed, and what was fetched of it before is stale. `uri` may name a part
 * of the resource that was asked about.
 */
export type ChangeEvent =
  | { readonly type: "tools_changed" }
  | { readonly type: "prompts_changed" }
  | { readonly type: "resources_changed" }
  | { readonly type: "resource_updated"; readonly uri: string };

/** The longest URI that is taken, in UTF-16 code units: what waits in a queue has to have a bound. */
export const MAX_URI_LENGTH = 8192;

const LIST_CHANGES: ReadonlyMap<string, ChangeEvent> = /* @__PURE__ */ new Map([
  ["notifications/tools/list_changed", { type: "tools_changed" }],
  ["notifications/prompts/list_changed", { type: "prompts_changed" }],
  ["notifications/resources/list_changed", { type: "resources_changed" }],
]);

const MEMBER_OF = {
  tools_changed: "toolsListChanged",
  prompts_changed: "promptsListChanged",
  resources_changed: "resourcesListChanged",
} as const satisfies Record<Exclude<ChangeEvent["type"], "resource_updated">, ListMember>;

/**
 * The change that a notification tells, in either era: `undefined` where it is about something else,
 * `invalid` where it names no resource, or one with a URI over 8,192 code units.
 */
export function readChange(notification: Notification): ChangeEvent | "invalid" | undefined {
  const { method, params } = notification;
  if (method !== "notifications/resources/updated") return LIST_CHANGES.get(method);
  const uri = params?.["uri"];
  if (typeof uri !== "string" || uri.length > MAX_URI_LENGTH) return "invalid";
  return { type: "resource_updated", uri };
}

/**
 * Whether a change is what a filter asks for. An updated resource is where the filter names any: the
 * protocol lets a server name a part of what was asked about, and does not say what a part looks like.
 */
export function covers(filter: SubscriptionFilter, change: ChangeEvent): boolean {
  if (change.type === "resource_updated") return urisOf(filter).length > 0;
  return filter[MEMBER_OF[change.type]] === true;
}
