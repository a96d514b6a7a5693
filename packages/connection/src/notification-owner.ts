import { isJsonObject, type Notification, type RequestId, SUBSCRIPTION_ID_KEY } from "@x/wire";

/**
 * Whom a notification is for. A progress token of this side is the id of its request, so `id` names the
 * exchange in all three.
 */
export type NotificationOwner =
  | { readonly type: "progress"; readonly id: RequestId }
  | { readonly type: "subscription"; readonly id: RequestId }
  | { readonly type: "cancelled"; readonly id: RequestId; readonly reason: string | undefined }
  | { readonly type: "connection" }
  | { readonly type: "invalid"; readonly detail: string };

/**
 * Reads whom a notification is for: by progress token, by `requestId` of a cancellation, or by
 * `subscriptionId`; the rest belong to the connection.
 *
 * Specification: "Progress", "Cancellation", "Subscriptions".
 */
export function notificationOwner(notification: Notification): NotificationOwner {
  const { method, params } = notification;
  if (method === "notifications/progress") {
    const id = params?.["progressToken"];
    return isId(id)
      ? { type: "progress", id }
      : { type: "invalid", detail: "notifications/progress has no progressToken" };
  }
  if (method === "notifications/cancelled") {
    const id = params?.["requestId"];
    if (!isId(id)) return { type: "invalid", detail: "notifications/cancelled has no requestId" };
    const reason = params?.["reason"];
    return { type: "cancelled", id, reason: typeof reason === "string" ? reason : undefined };
  }
  const meta = params?.["_meta"];
  const id = isJsonObject(meta) ? meta[SUBSCRIPTION_ID_KEY] : undefined;
  return isId(id) ? { type: "subscription", id } : { type: "connection" };
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}
