import type { Notification } from "@x/wire";
import type { Exchanges } from "./exchanges.js";
import type { Listeners } from "./listeners.js";
import { notificationOwner } from "./notification-owner.js";
import type { ServerRequests } from "./server-requests.js";

/** Where notifications of a connection can belong. */
export interface NotificationPlaces {
  readonly exchanges: Exchanges;
  readonly serverRequests: ServerRequests;
  readonly listeners: Listeners;
}

/** Hands a notification to whom it belongs; tells what is wrong with one that has no place. */
export function deliverNotification(
  notification: Notification,
  { exchanges, serverRequests, listeners }: NotificationPlaces,
): string | undefined {
  const owner = notificationOwner(notification);
  switch (owner.type) {
    case "progress":
    case "subscription": {
      const entry = exchanges.get(owner.id);
      if (entry === undefined) {
        listeners.late(notification);
        return undefined;
      }
      exchanges.progressed(entry);
      listeners.call(entry.options.onNotification, notification);
      return undefined;
    }
    case "cancelled": {
      if (serverRequests.withdraw(owner.id) || exchanges.wasAbandoned(owner.id)) return undefined;
      const entry = exchanges.get(owner.id);
      if (entry?.request.method !== "subscriptions/listen") {
        return "it cancels neither a listen stream nor a request of the server";
      }
      exchanges.settle(entry, { type: "cancelled_by_server", reason: owner.reason });
      return undefined;
    }
    case "invalid":
      return owner.detail;
    case "connection":
      listeners.notification(notification);
      return undefined;
  }
}
