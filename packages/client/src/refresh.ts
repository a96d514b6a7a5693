import type { AbortSignalLike, Clock, Connection } from "@x/connection";
import type { Settled } from "@x/era";
import type { ListProblem, ListReading, ListSource } from "@x/lists";
import { declares, type EraName, stamp } from "@x/wire";
import type { FirstList } from "./bring-up.js";
import type { Catalogue } from "./catalogue.js";
import type { Peer } from "./peer.js";
import { LISTS, type MergedKind, type PeerLists } from "./peer-lists.js";

/** What {@link Refresh} needs of its client. */
export interface RefreshOptions {
  readonly clock: Clock;
  readonly lists: PeerLists;
  readonly catalogue: Catalogue;
  /** Whether the name of this peer still stands for it. */
  readonly isCurrent: (peer: Peer) => boolean;
  /** A list that was to be read anew could not be: the last one still stands. */
  readonly onProblem: (peer: Peer, kind: MergedKind, problem: ListProblem) => void;
  /** Something new was parked without anybody having asked for it. */
  readonly onRefreshed: () => void;
}

/** What a peer listed, and what it was then. */
export interface Listed {
  readonly items: readonly unknown[];
  readonly era: EraName;
}

/** Reads the lists that are merged: for a new connection, after a change, or because they are stale. */
export class Refresh {
  readonly #options: RefreshOptions;

  constructor(options: RefreshOptions) {
    this.#options = options;
  }

  /** The list of a connection whose peer is not ready yet. */
  async first(
    peer: Peer,
    kind: MergedKind,
    { connection, settled }: { readonly connection: Connection; readonly settled: Settled },
  ): Promise<FirstList> {
    peer.coming[kind] = "listing";
    if (!declares(settled.capabilities, LISTS[kind].capability)) {
      return { items: [], isRead: true };
    }
    const source = channelOf(connection, settled);
    const { lists } = this.#options;
    const reading = await lists.list(peer, kind, { source, signal: peer.stop });
    const { items, isRead, problem } = itemsOf(reading);
    peer.coming[kind] = reading.type === "outdated" ? "stale" : "listed";
    return { items, isRead, ...(problem === undefined ? {} : { problem }) };
  }

  /**
   * What a peer listed on a new connection is to be merged. A list that is not whole, of a peer that had
   * one before, is not: what is missing there would lose its name to somebody else.
   */
  firstListed(peer: Peer, kind: MergedKind, first: FirstList, era: EraName): void {
    const { catalogue, onProblem } = this.#options;
    const { items, isRead, problem } = first;
    peer.problems[kind] = problem;
    if (problem !== undefined && catalogue[kind].count(peer.name) > 0) {
      peer.coming[kind] = "stale";
      onProblem(peer, kind, problem);
    } else if (isRead) {
      this.park(peer, kind, { items, era });
    }
  }

  /** What a peer listed is to be merged. */
  park(peer: Peer, kind: MergedKind, { items, era }: Listed): void {
    const { catalogue, isCurrent } = this.#options;
    if (!isCurrent(peer) || peer.merged[kind] === items) return;
    peer.merged[kind] = items;
    // A legacy revision knows no such headers, even where its server annotates tools for its modern one.
    const paramHeaders = peer.transport.binding.type === "http" && era === "modern";
    catalogue.park(kind, { peer: peer.name, items, paramHeaders });
  }

  /** What is stale of this list is read anew and parked. Settles when that is over; never rejects. */
  async stale(peer: Peer, kind: MergedKind, signal: AbortSignalLike = peer.stop): Promise<void> {
    await this.#read(peer, kind, signal);
  }

  /**
   * This list has changed, or may have: it is read anew. A server that tells of changes faster than its
   * list can be read is not asked all the time.
   */
  changed(peer: Peer, kind: MergedKind): Promise<void> {
    this.#options.lists.invalidate(peer, [LISTS[kind].method]);
    if (peer.state.state !== "ready") {
      // A list that is being read takes notice by itself.
      if (peer.coming[kind] === "listed") peer.coming[kind] = "stale";
      return Promise.resolve();
    }
    peer.refreshing[kind] ??= this.#follow(peer, kind).finally(() => {
      peer.refreshing[kind] = undefined;
    });
    return peer.refreshing[kind];
  }

  /** The peer is ready: what changed after it was listed, and before that, is listed anew. */
  missed(peer: Peer): void {
    const { coming } = peer;
    for (const kind of ["tools", "prompts"] as const) {
      if (coming[kind] === "stale") void this.changed(peer, kind);
    }
  }

  /** Reads until there is a list of after the last change, or nothing more can be done for one. */
  async #follow(peer: Peer, kind: MergedKind): Promise<void> {
    const { clock, onRefreshed } = this.#options;
    const { state: ready } = peer;
    for (let failures = 0; failures <= MAX_FAILURES; ) {
      const outcome = await this.#read(peer, kind, peer.stop);
      onRefreshed();
      // A new connection lists anew anyway.
      if (outcome === "read" || outcome === "hopeless" || peer.state !== ready) return;
      if (outcome === "failed") failures += 1;
      const ms = outcome === "failed" ? FIRST_RETRY_MS * 2 ** (failures - 1) : PAUSE_MS;
      await pause(clock, ms, peer.stop);
      if (peer.stop.aborted || peer.state !== ready) return;
    }
  }

  async #read(
    peer: Peer,
    kind: MergedKind,
    signal: AbortSignalLike,
  ): Promise<"read" | "outdated" | "failed" | "hopeless"> {
    if (!offers(peer, LISTS[kind].capability)) return "hopeless";
    const source = sourceOf(peer);
    // What this side cannot send, such as one exchange too many, may go later.
    const reading = await this.#options.lists
      .list(peer, kind, { source, signal })
      .catch(() => undefined);
    if (reading === undefined) return "failed";
    const { items, isRead, problem } = itemsOf(reading);
    const { state } = peer;
    if (reading.type !== "aborted") peer.problems[kind] = problem;
    if (problem !== undefined) {
      if (this.#options.isCurrent(peer)) this.#options.onProblem(peer, kind, problem);
    } else if (isRead && state.state === "ready") {
      this.park(peer, kind, { items, era: state.settled.era });
    }
    if (reading.type === "outdated") return "outdated";
    if (problem === undefined) return "read";
    return isPassing(problem) ? "failed" : "hopeless";
  }
}

/** Between two reads of a list that changed while it was read, in milliseconds. */
const PAUSE_MS = 200;
/** Before a list that could not be read is read again, in milliseconds; doubled each time. */
const FIRST_RETRY_MS = 1000;
/** How often in all it is read again then. */
const MAX_FAILURES = 5;

/** Whether a list that could not be read may be read the next time. */
function isPassing(problem: ListProblem): boolean {
  switch (problem.code) {
    case "exchange":
    case "rpc_error":
      return true;
    case "unavailable":
    case "cursor_loop":
    case "too_many_pages":
    case "too_many_items":
    case "list_too_large":
    case "invalid_page":
      return false;
  }
}

function pause(clock: Clock, ms: number, signal: AbortSignalLike): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      cancelTimer();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancelTimer = clock.after(ms, finish);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}

/** Whether a peer is ready, and its server declared this. */
export function offers({ state }: Peer, capability: string): boolean {
  return state.state === "ready" && declares(state.settled.capabilities, capability);
}

/** Whatever connection the peer has when it comes to that. */
export function sourceOf(peer: Peer): ListSource {
  return async (signal) => {
    const { state } = peer;
    if (state.state === "ready") return channelOf(state.connection, state.settled)(signal);
    const message =
      state.state === "unavailable" ? state.message : `${peer.name} is ${state.state}.`;
    return { type: "unavailable", message };
  };
}

function channelOf(connection: Connection, { stamp: how }: Settled): ListSource {
  return async () => ({
    type: "channel",
    connection,
    stamp: (request) => stamp(request, how),
  });
}

/** What of a reading there is, and what is wrong with it. */
export function itemsOf(reading: ListReading): {
  readonly items: readonly unknown[];
  /** Whether it is more than nothing: a whole list, or pages of one. */
  readonly isRead: boolean;
  readonly problem?: ListProblem;
} {
  switch (reading.type) {
    case "current":
    case "outdated":
      return { items: reading.value.items, isRead: true };
    case "stale":
      return { items: reading.value.items, isRead: true, problem: reading.failure.problem };
    case "failed": {
      const { items, pages, problem } = reading.failure;
      return { items, isRead: pages > 0, problem };
    }
    case "aborted":
      return { items: [], isRead: false };
  }
}
