import type { EraName, Notification, RequestId } from "@x/wire";
import type { Exchanges } from "./exchanges.js";
import type { Listeners } from "./listeners.js";
import { asksForLogs } from "./log-wish.js";
import { type NotificationOwner, notificationOwner } from "./notification-owner.js";
import type { Pending } from "./pending.js";
import type { ServerRequests } from "./server-requests.js";

/** Where notifications of a connection can belong. */
export interface NotificationPlaces {
  readonly exchanges: Exchanges;
  readonly serverRequests: ServerRequests;
  readonly listeners: Listeners;
  readonly era: EraName | undefined;
  /** The request whose reply stream it came on, where that says whom it belongs to. */
  readonly stream: RequestId | undefined;
}

/** Hands a notification to whom it belongs; tells what is wrong with one that has no place. */
export function deliverNotification(
  notification: Notification,
  { exchanges, serverRequests, listeners, era, stream }: NotificationPlaces,
): string | undefined {
  const owner = ownerOn(stream, notificationOwner(notification));
  // A legacy server logs as it likes, once it was told from which level on.
  const isLog = era === "modern" && notification.method === LOG;
  switch (owner.type) {
    case "progress":
    case "stream":
    case "subscription": {
      const entry = exchanges.get(owner.id);
      if (entry === undefined) {
        listeners.late(notification);
        return undefined;
      }
      if (isLog && owner.type === "stream" && !asksForLogs(entry.request)) {
        return `it logs for request ${JSON.stringify(entry.id)}, ${UNASKED}`;
      }
      exchanges.progressed(entry);
      const { onNotification } = entry.options;
      if (owner.type === "stream" && onNotification === undefined) {
        listeners.notification(notification);
      } else {
        listeners.call(onNotification, notification);
      }
      return owner.type === "progress" ? slip(entry, notification) : undefined;
    }
    case "cancelled": {
      if (serverRequests.withdraw(owner.id, owner.reason)) return undefined;
      if (exchanges.wasAbandoned(owner.id)) return undefined;
      const entry = exchanges.get(owner.id);
      if (entry?.request.method !== "subscriptions/listen") {
        return "it cancels neither a listen stream nor a request of the server";
      }
      exchanges.settle(entry, { type: "cancelled_by_server", reason: owner.reason });
      return undefined;
    }
    case "invalid":
      return owner.detail;
    case "connection": {
      const asker = isLog ? exchanges.whoAskedForLogs() : "pending";
      if (asker === "nobody") return `it logs for a request, ${UNASKED}`;
      if (asker === "pending") listeners.notification(notification);
      else listeners.late(notification);
      return undefined;
    }
  }
}

const LOG = "notifications/message";

/**
 * A modern server logs only for a request that asked for it
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level}).
 */
const UNASKED = "which did not ask for log messages";

/**
 * What is wrong with progress that does not say more than all before it, as it must (specification,
 * "Progress"). Told once for each request: a server may use its progress as a sign of life for hours. What
 * says no number is not judged.
 */
function slip(entry: Pending, { params }: Notification): string | undefined {
  const progress = params?.["progress"];
  if (typeof progress !== "number") return undefined;
  if (progress > entry.progress) {
    entry.progress = progress;
    return undefined;
  }
  if (entry.hasSlipped) return undefined;
  entry.hasSlipped = true;
  return `the progress of request ${JSON.stringify(entry.id)} does not grow`;
}

/** What came on the reply stream of a request is that request's, or is on the wrong stream. */
function ownerOn(
  stream: RequestId | undefined,
  owner: NotificationOwner,
): NotificationOwner | OwnStream {
  if (stream === undefined || owner.type === "invalid") return owner;
  if (owner.type === "connection") return { type: "stream", id: stream };
  if (owner.id === stream) return owner;
  const detail = `it names request ${JSON.stringify(owner.id)} and came on the stream of ${JSON.stringify(stream)}`;
  return { type: "invalid", detail };
}

type OwnStream = { readonly type: "stream"; readonly id: RequestId };
