import { isJsonObject, type Notification, type RequestId, SUBSCRIPTION_ID_KEY } from "@x/wire";
import { type ChangeEvent, readChange } from "./change.js";
import { readFilter, type SubscriptionFilter } from "./filter.js";
import { problem, type SubscriptionProblem } from "./problem.js";

/** The method by which a modern server says what it agreed to. */
export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/**
 * What a subscription hears: an acknowledgement, a change, nothing usable; or, on a legacy connection only,
 * that until now something may have been `missed`, which no notification says.
 */
export type Heard =
  | { readonly type: "acknowledged"; readonly filter: SubscriptionFilter }
  | { readonly type: "changed"; readonly change: ChangeEvent; readonly method: string }
  | { readonly type: "missed" }
  | { readonly type: "broken"; readonly problem: SubscriptionProblem };

/**
 * Reads a notification that arrived for the `subscriptions/listen` request `id`. It is the
 * subscription's only where it carries that id, the same value of the same type; `1` is not `"1"`.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#receiving-notifications}
 */
export function readNotification(notification: Notification, id: RequestId): Heard {
  const { method, params } = notification;
  const named = subscriptionIdOf(params);
  if (named === undefined) return broken("missing_subscription_id");
  if (named !== id) return broken("foreign_subscription_id");
  if (method === ACKNOWLEDGED) {
    const filter = readFilter(params?.["notifications"]);
    return filter === undefined
      ? broken("invalid_acknowledgement")
      : { type: "acknowledged", filter };
  }
  const change = readChange(notification);
  if (change === "invalid") return broken("invalid_event");
  return change === undefined ? broken("unrequested_event") : { type: "changed", change, method };

  function broken(code: SubscriptionProblem["code"]): Heard {
    return { type: "broken", problem: problem(code, method, id) };
  }
}

/** What the parameters of a notification, or a result, name as their subscription; not checked. */
export function subscriptionIdOf(value: Notification["params"]): unknown {
  const meta = value?.["_meta"];
  return isJsonObject(meta) ? meta[SUBSCRIPTION_ID_KEY] : undefined;
}
