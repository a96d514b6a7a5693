import type { AbortSignalLike, Clock, Connection } from "@x/connection";
import { negotiate, type Settled } from "@x/era";
import type { ListProblem } from "@x/lists";
import type { JsonObject } from "@x/wire";
import type { Peer, PeerState } from "./peer.js";
import type { MergedKind } from "./peer-lists.js";
import { type Introduction, policyOf } from "./server-options.js";

/** What bringing a peer up needs of its client. */
export interface BringUpOptions extends Introduction {
  readonly clock: Clock;
  readonly signal: AbortSignalLike;
  /** Every connection that is opened on the way, before anything is sent on it. */
  readonly onConnection: (connection: Connection) => void;
  /** The era is settled, and nothing is listed yet. */
  readonly onSettled: (connection: Connection, settled: Settled) => Promise<void>;
  readonly list: (kind: MergedKind, connection: Connection, settled: Settled) => Promise<FirstList>;
}

/** What one list of a new connection gave; `items` is empty where it gave nothing. */
export interface FirstList {
  readonly items: readonly unknown[];
  /** Whether there is anything to be merged: a server that declares no prompts has none. */
  readonly isRead: boolean;
  readonly problem?: ListProblem;
}

/** A peer's new state, and what it listed. */
export interface BroughtUp {
  readonly state: Extract<PeerState, { state: "ready" | "unavailable" }>;
  readonly lists: { readonly [kind in MergedKind]: FirstList };
}

const NO_LIST: FirstList = { items: [], isRead: false };
const NOTHING: BroughtUp["lists"] = { tools: NO_LIST, prompts: NO_LIST };

/** Opens, negotiates and lists. Never rejects for what a peer does; leaves nothing open on failure. */
export async function bringUp(peer: Peer, options: BringUpOptions): Promise<BroughtUp> {
  const { clock, signal, onConnection, onSettled, list } = options;
  const startedAt = clock.now();
  const elapsedMs = (): number => Math.round(clock.now() - startedAt);
  const negotiation = await negotiate(peer.transport, policyOf(peer.options, options), clock, {
    signal,
    onConnection,
  });
  const { record } = negotiation;
  if (negotiation.type === "unavailable") {
    const { reason, message } = record;
    return {
      state: { state: "unavailable", reason, message, record, elapsedMs: elapsedMs() },
      lists: NOTHING,
    };
  }
  const { connection } = negotiation;
  const settled = shallow(negotiation.settled);
  const lists = await (async () => {
    try {
      await onSettled(connection, settled);
      const [tools, prompts] = await Promise.all([
        list("tools", connection, settled),
        list("prompts", connection, settled),
      ]);
      return { tools, prompts };
    } catch (error) {
      await connection.close();
      throw error;
    }
  })();
  const failure = failureOf(peer, settled, signal, lists.tools);
  if (failure !== undefined) {
    await connection.close();
    return {
      state: { state: "unavailable", ...failure, record, elapsedMs: elapsedMs() },
      lists: NOTHING,
    };
  }
  return {
    state: { state: "ready", connection, settled, record, elapsedMs: elapsedMs() },
    lists,
  };
}

/** What a server declares is told to hosts, who may not survive it at any depth. */
function shallow(settled: Settled): Settled {
  return { ...settled, capabilities: noDeeper(settled.capabilities, MAX_DEPTH) as JsonObject };
}

const MAX_DEPTH = 32;

/** A copy of a JSON value, with `null` in place of what is nested deeper. */
function noDeeper(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((one) => noDeeper(one, depth - 1));
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, one]) => [name, noDeeper(one, depth - 1)]));
}

/** A peer whose tools cannot be had is of no use; one without its prompts is. */
function failureOf(
  { name }: Peer,
  { era }: Settled,
  signal: AbortSignalLike,
  tools: FirstList,
): { readonly reason: "aborted" | "list_failed"; readonly message: string } | undefined {
  if (signal.aborted) {
    return { reason: "aborted", message: `${name} was given up while its tools were listed.` };
  }
  if (tools.isRead || tools.problem === undefined) return undefined;
  const message = `${name} is ${era}, but its tools could not be listed: ${tools.problem.message}`;
  return { reason: "list_failed", message };
}
