import type { Clock } from "@x/connection";
import type { ListProblem, ListReading } from "@x/lists";
import type { Recovery, Unmet } from "@x/router";
import { ClientError } from "./client-error.js";
import { Deadline, type ReadOptions } from "./deadline.js";
import type { Peer } from "./peer.js";
import { LISTS, type ListKind, type PeerLists } from "./peer-lists.js";
import { readAgain } from "./read-again.js";
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
  const { signal } = deadline;
  const read = (): Promise<ListReading> => {
    checkDeclared(peer, kind);
    return lists.list(peer, kind, { source: sourceOf(peer), signal });
  };
  try {
    const reading = await readAgain({ ...options, peer, recovery, deadline }, read, unmetIn);
    if (reading.type === "aborted") throw deadline.error(`${method} of ${peer.name}`);
    return listing(peer, method, reading, flawOf);
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

function unmetIn(reading: ListReading): Unmet | undefined {
  if (reading.type !== "failed") return undefined;
  const { problem } = reading.failure;
  if (problem.code === "unavailable") return { type: "unavailable", message: problem.message };
  if (problem.code !== "exchange") return undefined;
  return { type: "no_response", outcome: problem.outcome };
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
