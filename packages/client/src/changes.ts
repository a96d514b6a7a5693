import type { SubscriptionEvent, SubscriptionFilter } from "@x/subscriptions";
import type { ClientEvent } from "./client-event.js";
import type { Peer } from "./peer.js";
import { LISTS, type PeerLists } from "./peer-lists.js";
import { offers, type Refresh } from "./refresh.js";

/** What {@link Changes} needs of its client. */
export interface ChangesOptions {
  readonly lists: PeerLists;
  readonly refresh: Refresh;
  readonly emit: (event: ClientEvent) => void;
  /** A peer's endpoint could not be reached to listen to it. */
  readonly onUnreachable: (peer: Peer) => void;
}

/** What follows from what servers tell of changes. */
export class Changes {
  readonly #options: ChangesOptions;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  /** Something of any subscription, before its reader gets it: what was remembered of it is stale. */
  told(peer: Peer, event: SubscriptionEvent): void {
    this.#options.lists.invalidate(peer, staleBy(event));
  }

  /** Something of the client's own subscription to the lists of a peer. */
  ofLists(peer: Peer, event: SubscriptionEvent): void {
    const { emit, onUnreachable } = this.#options;
    switch (event.type) {
      case "tools_changed":
      case "prompts_changed":
      case "resources_changed":
        this.#follow(peer, { [FILTER_OF[event.type]]: true });
        return;
      case "may_have_changed":
        // On a new connection all is listed anew anyway, but for what is listed when it is asked for.
        if (event.after === "interruption") this.#follow(peer, event.filter);
        else if (event.filter.resourcesListChanged) this.#resources(peer);
        return;
      case "overflow":
        this.#follow(peer, EVERYTHING);
        return;
      case "lost":
        if (event.cause === "unreachable") onUnreachable(peer);
        // The end of a connection is told as the state of its peer.
        if (event.againInMs === undefined) return;
        break;
      case "refused":
        if (event.refusal.type === "undeclared") return;
        break;
      case "acknowledged":
      case "ended":
      case "resource_updated":
        break;
    }
    emit({ type: "subscription", peer: peer.name, event });
  }

  #follow(peer: Peer, changed: SubscriptionFilter): void {
    const { refresh } = this.#options;
    if (changed.toolsListChanged) void refresh.changed(peer, "tools");
    if (changed.promptsListChanged) void refresh.changed(peer, "prompts");
    if (changed.resourcesListChanged) this.#resources(peer);
  }

  /** A legacy server that has none is not asked what it tells of. */
  #resources(peer: Peer): void {
    if (offers(peer, "resources")) this.#options.emit({ type: "resources", peer: peer.name });
  }
}

const FILTER_OF = {
  tools_changed: "toolsListChanged",
  prompts_changed: "promptsListChanged",
  resources_changed: "resourcesListChanged",
} as const;

const EVERYTHING: SubscriptionFilter = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
};

const RESOURCE_LISTS = [LISTS.resources.method, LISTS.resourceTemplates.method];
const READS = ["resources/read"];

/** The methods whose results an event makes stale. */
function staleBy(event: SubscriptionEvent): readonly string[] {
  switch (event.type) {
    case "tools_changed":
      return [LISTS.tools.method];
    case "prompts_changed":
      return [LISTS.prompts.method];
    case "resources_changed":
      return RESOURCE_LISTS;
    case "resource_updated":
      return READS;
    case "may_have_changed": {
      const { toolsListChanged, promptsListChanged, resourcesListChanged } = event.filter;
      const { resourceSubscriptions = [] } = event.filter;
      return [
        ...(toolsListChanged ? [LISTS.tools.method] : []),
        ...(promptsListChanged ? [LISTS.prompts.method] : []),
        ...(resourcesListChanged ? RESOURCE_LISTS : []),
        ...(resourceSubscriptions.length > 0 ? READS : []),
      ];
    }
    case "overflow":
    case "acknowledged":
    case "ended":
    case "lost":
    case "refused":
      return [];
  }
}
