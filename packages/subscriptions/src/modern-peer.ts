import { Aborter, type Connection } from "@x/connection";
import type { Notification, RequestId } from "@x/wire";
import { readChange } from "./change.js";
import type { SubscriptionFilter } from "./filter.js";
import { type ListenEnd, listenEnd } from "./listen-end.js";
import type { ListenPeer, PeerTerms, Report, Told } from "./listen-peer.js";
import { problem } from "./problem.js";
import { ACKNOWLEDGED, readNotification, subscriptionIdOf } from "./read-notification.js";

/** How many former listens of a connection are known as such. */
const REMEMBERED = 1024;

/**
 * Listens on a modern connection: one `subscriptions/listen` exchange each, without a deadline.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream}
 */
export function modernPeer(
  connection: Connection,
  { capabilities, stamp }: PeerTerms,
  report: Report,
): ListenPeer {
  const ids = new Set<RequestId>();
  const leave = connection.on({
    notification: (notification) => {
      if (isOfSubscription(notification)) {
        report(problem("missing_subscription_id", notification.method));
      }
    },
    late: (message) => {
      if ("id" in message || !isOfSubscription(message)) return;
      // What was on its way when its subscription ended is nobody's fault.
      if (ids.has(subscriptionIdOf(message.params) as RequestId)) return;
      report(problem("foreign_subscription_id", message.method));
    },
  });
  return { era: "modern", capabilities, nextId, listen, leave };

  function nextId(): RequestId {
    return connection.ids.next();
  }

  function listen(
    id: RequestId,
    filter: SubscriptionFilter,
    tell: (told: Told) => void,
  ): () => void {
    const aborter = new Aborter();
    remember(id);
    void exchange(id, filter, { aborter, tell }).then((end) => tell({ type: "over", end }));
    return () => aborter.abort();
  }

  async function exchange(
    id: RequestId,
    filter: SubscriptionFilter,
    { aborter, tell }: { readonly aborter: Aborter; readonly tell: (told: Told) => void },
  ): Promise<ListenEnd> {
    try {
      const params = { notifications: filter };
      const request = stamp({ id, method: "subscriptions/listen", params });
      const outcome = await connection.exchange(request, {
        totalMs: null,
        onAbandon: "cancel",
        signal: aborter,
        onNotification: (notification) =>
          tell({ type: "heard", heard: readNotification(notification, id) }),
      });
      return listenEnd(outcome, id);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { type: "lost", cause: "not_sent", message };
    }
  }

  function remember(id: RequestId): void {
    ids.add(id);
    for (const oldest of ids) {
      if (ids.size <= REMEMBERED) return;
      ids.delete(oldest);
    }
  }
}

/** Whether a notification is of a kind that only a subscription has. */
function isOfSubscription(notification: Notification): boolean {
  return notification.method === ACKNOWLEDGED || readChange(notification) !== undefined;
}
