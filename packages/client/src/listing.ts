import type { Clock } from "@x/connection";
import type { ListProblem, ListReading } from "@x/lists";
import type { Recovery } from "@x/router";
import { ClientError } from "./client-error.js";
import { Deadline, type ReadOptions } from "./deadline.js";
import type { Peer } from "./peer.js";
import { LISTS, type ListKind, type PeerLists } from "./peer-lists.js";
import { itemsOf, offers, sourceOf } from "./refresh.js";
import type { Refused } from "./resource.js";

/** What one peer lists of one kind, in its own order. */
export interface Listing<Item> {
  readonly peer: string;
  readonly items: readonly Item[];
  /** What it listed beside them and cannot be used. */
  readonly refused: readonly Refused[];
  /** Why it is not whole, or not fresh, where it is not. */
  readonly problem?: ListProblem;
}

/** What a list is read with. */
export interface ListingOptions extends ReadOptions {
  readonly clock: Clock;
  readonly lists: PeerLists;
  readonly recovery: Recovery;
}

/** How often one list is asked for again when its connection is lost, at most. */
const MAX_REPEATS = 2;

/**
 * Lists what a peer has of one kind: fresh from the cache, or anew, and once more where it was lost on
 * its way. `flawOf` tells what cannot be used.
 *
 * @throws ClientError `not_declared`, `peer_unavailable`, `list_failed`, `timed_out`, `aborted`.
 */
export async function listingOf<Item>(
  peer: Peer,
  kind: Exclude<ListKind, "tools" | "prompts">,
  flawOf: (value: unknown) => string | undefined,
  { clock, lists, recovery, ...options }: ListingOptions,
): Promise<Listing<Item>> {
  const deadline = new Deadline(clock, options);
  const { method } = LISTS[kind];
  try {
    for (let repeats = 0; ; repeats += 1) {
      checkDeclared(peer, kind);
      const { state } = peer;
      const { signal } = deadline;
      const reading = await lists.list(peer, kind, { source: sourceOf(peer), signal });
      if (reading.type === "aborted") throw deadline.error(`${method} of ${peer.name}`);
      if (repeats === MAX_REPEATS || !isToRepeat(reading, options)) {
        return listing(peer, method, reading, flawOf);
      }
      const lost = state.state === "ready" ? state.connection : undefined;
      await recovery.ready(peer.name, { ms: deadline.leftMs, signal }, lost);
      if (signal.aborted) throw deadline.error(`${method} of ${peer.name}`);
    }
  } finally {
    deadline.clear();
  }
}

function checkDeclared(peer: Peer, kind: ListKind): void {
  const { method, capability } = LISTS[kind];
  if (peer.state.state !== "ready" || offers(peer, capability)) return;
  throw new ClientError(
    `${peer.name} does not declare ${capability}, so ${method} was not sent to it.`,
    { code: "not_declared" },
  );
}

/** A list changes nothing at its server: one that was lost is asked for again. */
function isToRepeat(reading: ListReading, { whenUnavailable }: ReadOptions): boolean {
  if (reading.type !== "failed") return false;
  const { problem } = reading.failure;
  if (problem.code === "unavailable") return whenUnavailable === "wait";
  return (
    problem.code === "exchange" &&
    problem.outcome.type === "closed" &&
    problem.outcome.reason.type !== "local"
  );
}

function listing<Item>(
  { name }: Peer,
  method: string,
  reading: ListReading,
  flawOf: (value: unknown) => string | undefined,
): Listing<Item> {
  const { items, isRead, problem } = itemsOf(reading);
  if (!isRead && problem !== undefined) {
    const isDown = problem.code === "unavailable";
    const message = isDown ? problem.message : `${method} of ${name} failed: ${problem.message}`;
    throw new ClientError(message, {
      code: isDown ? "peer_unavailable" : "list_failed",
      fault: isDown ? "local" : "remote",
      cause: problem,
    });
  }
  const fit: Item[] = [];
  const refused: Refused[] = [];
  for (const value of items) {
    const why = flawOf(value);
    if (why === undefined) fit.push(value as Item);
    else refused.push({ value, why });
  }
  return { peer: name, items: fit, refused, ...(problem === undefined ? {} : { problem }) };
}
