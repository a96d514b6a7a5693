import { type Connection, integerIds } from "@x/connection";
import type { Notification, RequestId } from "@x/wire";
import { readChange } from "./change.js";
import { type SubscriptionFilter, urisOf } from "./filter.js";
import type { ListenPeer, PeerTerms, Report, Told } from "./listen-peer.js";
import { problem } from "./problem.js";
import { WatchedResources } from "./watched-resources.js";

/** A listen on a legacy connection, where nothing on the wire stands for it. */
interface LegacyListen {
  readonly uris: ReadonlySet<string>;
  readonly tell: (told: Told) => void;
}

/**
 * Listens on a legacy connection: to what its server says unasked about its lists, and to the resources
 * it is subscribed to. It is acknowledged when every subscription was answered.
 */
export function legacyPeer(
  connection: Connection,
  { capabilities, stamp }: PeerTerms,
  { answerMs, report }: { readonly answerMs: number; readonly report: Report },
): ListenPeer {
  const listens = new Set<LegacyListen>();
  const ids = integerIds();
  const watched = new WatchedResources({ connection, stamp, answerMs });
  const leave = connection.on({ notification: hear, gap: miss });
  return { era: "legacy", capabilities, nextId: () => ids.next(), listen, leave };

  function listen(
    _id: RequestId,
    filter: SubscriptionFilter,
    tell: (told: Told) => void,
  ): () => void {
    const uris = urisOf(filter);
    const one = { uris: new Set(uris), tell };
    listens.add(one);
    void acknowledge(one, filter);
    return () => {
      listens.delete(one);
      for (const uri of uris) watched.release(uri);
    };
  }

  async function acknowledge(one: LegacyListen, filter: SubscriptionFilter): Promise<void> {
    const uris = urisOf(filter);
    const answers = await Promise.all(uris.map((uri) => watched.hold(uri)));
    const agreed = { ...filter, resourceSubscriptions: uris.filter((_, nth) => answers[nth]) };
    one.tell({ type: "heard", heard: { type: "acknowledged", filter: agreed } });
  }

  function miss(): void {
    for (const { tell } of [...listens]) tell({ type: "heard", heard: { type: "missed" } });
  }

  function hear(notification: Notification): void {
    const { method } = notification;
    const change = readChange(notification);
    if (change === undefined) return;
    if (change === "invalid") {
      report(problem("invalid_event", method));
      return;
    }
    const all = [...listens];
    const owners =
      change.type === "resource_updated" ? all.filter(({ uris }) => uris.has(change.uri)) : [];
    // A URI that nobody named is a part of a resource that somebody did.
    for (const { tell } of owners.length > 0 ? owners : all) {
      tell({ type: "heard", heard: { type: "changed", change, method } });
    }
  }
}
