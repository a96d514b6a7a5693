import type { AbortSignalLike, Clock } from "@x/connection";
import {
  CachedLists,
  type CachedReads,
  type CacheStore,
  type Fetch,
  type ListReading,
  type ListSource,
  type Reading,
  ResultCache,
  type StoreFault,
} from "@x/lists";
import { isResourceResult, type ResourceOutcome, type ResourceResult } from "@x/router";
import type { JsonObject, TraceContext } from "@x/wire";
import type { Observer } from "./observed.js";
import { observedList } from "./observed-list.js";
import type { Peer } from "./peer.js";

/** The lists that a server can have. Those of tools and prompts are merged with those of other peers. */
export type ListKind = "tools" | "prompts" | "resources" | "resourceTemplates";

/** A list that is merged. */
export type MergedKind = Extract<ListKind, "tools" | "prompts">;

/** How each list is asked for, and what its server has to have declared for that. */
export const LISTS: {
  readonly [kind in ListKind]: { readonly method: string; readonly capability: string };
} = {
  tools: { method: "tools/list", capability: "tools" },
  prompts: { method: "prompts/list", capability: "prompts" },
  resources: { method: "resources/list", capability: "resources" },
  resourceTemplates: { method: "resources/templates/list", capability: "resources" },
};

/** How many times the time of a page a whole list may take. */
const WHOLE_LIST = 4;

/** Why there is nothing to give of a resource. */
export type NoResource = Exclude<ResourceOutcome, { readonly type: "result" }>;

/** The result of a read as it came, with what it says of its own freshness. */
export type KeptResource = JsonObject & ResourceResult;

/** How results of servers are remembered. Times in milliseconds. */
export interface CacheOptions {
  /** Default: in memory. */
  readonly store?: CacheStore;
  /**
   * How old the last good list or resource may be to be given where its server cannot be asked.
   * Default 0: never.
   */
  readonly staleIfErrorMs?: number;
}

/** What {@link PeerLists} needs of its client. */
export interface PeerListsOptions {
  readonly clock: Clock;
  /** For each page of a list, in milliseconds. */
  readonly listTimeoutMs: number;
  readonly cache: CacheOptions;
  readonly onStoreFault: (fault: StoreFault) => void;
  readonly observer: Observer | undefined;
  readonly trace: (() => TraceContext | undefined) | undefined;
}

/** What peers list and hold, read through one cache. */
export class PeerLists {
  readonly #cache: ResultCache;
  readonly #lists: CachedLists;
  readonly #resources: CachedReads<KeptResource, NoResource>;
  readonly #options: PeerListsOptions;

  constructor(options: PeerListsOptions) {
    const { clock, cache, onStoreFault } = options;
    this.#options = options;
    this.#cache = new ResultCache({ clock, ...cache, onStoreFault });
    this.#lists = new CachedLists(this.#cache);
    this.#resources = this.#cache.reads({ kind: "resource", accepts: isResourceResult });
  }

  /** The peer has a new connection: what older ones gave is stale. */
  renew({ transport }: Peer): void {
    this.#cache.renew(transport.binding);
  }

  /** Another server is in the place of this one: nothing of it is given any more, not even in an outage. */
  forget({ transport }: Peer): void {
    this.#cache.forget(transport.binding);
  }

  /** What these methods gave is stale. */
  invalidate({ transport }: Peer, methods: readonly string[]): void {
    for (const method of methods) this.#cache.invalidate(transport.binding, method);
  }

  /** One list, whole where it can be; `signal` gives up waiting for it. */
  async list(
    peer: Peer,
    kind: ListKind,
    { source, signal }: { readonly source: ListSource; readonly signal: AbortSignalLike },
  ): Promise<ListReading> {
    const { observer, trace, listTimeoutMs: listMs } = this.#options;
    const { method } = LISTS[kind];
    const options = {
      binding: peer.transport.binding,
      authorization: await contextOf(peer),
      authorizationNow: () => contextOf(peer),
      method,
      member: kind,
      exchange: { totalMs: listMs },
      wholeMs: WHOLE_LIST * listMs,
      signal,
    };
    if (observer === undefined && trace === undefined) return this.#lists.read(source, options);
    const asking = { method, server: peer.name };
    return observedList({ observer, trace, asking }, source, (from) =>
      this.#lists.read(from, options),
    );
  }

  /** What a resource holds. */
  async resource(
    peer: Peer,
    uri: string,
    { fetch, signal }: ResourceRead,
  ): Promise<Reading<KeptResource, NoResource>> {
    const authorization = await contextOf(peer);
    const { binding } = peer.transport;
    const request = { binding, authorization, method: "resources/read", params: { uri } };
    return this.#resources.read(request, {
      signal,
      fetch: async (nobodyWaits) => {
        const fetched = await fetch(nobodyWaits);
        if (fetched.type !== "result" || (await contextOf(peer)) === authorization) return fetched;
        // It may have been read in either context.
        return { type: "uncacheable", value: fetched.value };
      },
    });
  }
}

/** How a resource is read where nothing of it is fresh. */
export interface ResourceRead {
  readonly fetch: Fetch<KeptResource, NoResource>;
  readonly signal: AbortSignalLike;
}

/** Makes a context that no other one is. */
let unknown = 0;

/** Whose results these are now. Peers that are reached by the same thing share no private ones. */
async function contextOf({ name, transport }: Peer): Promise<string> {
  try {
    return JSON.stringify([name, (await transport.authorization?.()) ?? null]);
  } catch {
    // Nobody can say whose results these are, so they are nobody else's.
    unknown += 1;
    return JSON.stringify([name, null, unknown]);
  }
}
