import type { ListProblem, ListReading } from "@x/lists";
import type { Unmet } from "@x/router";
import { ClientError } from "./client-error.js";
import { Deadline, type ReadOptions } from "./deadline.js";
import type { Parts } from "./parts.js";
import type { Peer } from "./peer.js";
import { LISTS, type ListKind } from "./peer-lists.js";
import { readAgain } from "./read-again.js";
import { itemsOf, offers, sourceOf } from "./refresh.js";
import {
  type Refused,
  type Resource,
  type ResourceTemplate,
  resourceFlaw,
  templateFlaw,
} from "./resource.js";

/** What one peer lists of one kind, in its own order. */
export interface Listing<Item> {
  readonly peer: string;
  readonly items: readonly Item[];
  /** What it listed beside them and cannot be used. */
  readonly refused: readonly Refused[];
  /** Why it is not whole, or not fresh, where it is not. */
  readonly problem?: ListProblem;
}

/** The lists that are not merged, and what is in each. */
interface Unmerged {
  readonly resources: Resource;
  readonly resourceTemplates: ResourceTemplate;
}

/** Tells of each kind what cannot be used. */
const FLAW_OF: { readonly [kind in keyof Unmerged]: (value: unknown) => string | undefined } = {
  resources: resourceFlaw,
  resourceTemplates: templateFlaw,
};

/**
 * Lists what a server has of one kind: fresh from the cache, or anew, and once more where it was lost on
 * its way.
 *
 * @throws ClientError `unknown_server`, `not_declared`, `peer_unavailable`, `list_failed`, `timed_out`,
 * `aborted`.
 */
export async function listingOf<Kind extends keyof Unmerged>(
  { peers, clock, lists, routes: { recovery } }: Parts,
  server: string,
  kind: Kind,
  options: ReadOptions,
): Promise<Listing<Unmerged[Kind]>> {
  const peer = peers.get(server);
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
    return listing(peer, method, reading, FLAW_OF[kind]);
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
