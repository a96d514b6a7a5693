import { Aborter, type AbortSignalLike, type Clock, type Connection } from "@x/connection";
import { negotiate, type Settled } from "@x/era";
import { type ListOutcome, listAll } from "@x/lists";
import { stamp } from "@x/wire";
import type { Peer, PeerState } from "./peer.js";
import { type Introduction, policyOf } from "./server-options.js";

/** What bringing a peer up needs of its client. */
export interface BringUpOptions extends Introduction {
  readonly clock: Clock;
  readonly signal: AbortSignalLike;
  /** For each page of `tools/list`, in milliseconds. */
  readonly listTimeoutMs: number;
  /** Every connection that is opened on the way, before anything is sent on it. */
  readonly onConnection: (connection: Connection) => void;
}

/** How many times the time of a page a whole list may take. */
const WHOLE_LIST = 4;

/** A peer's new state, and the tools it listed. */
export interface BroughtUp {
  readonly state: Extract<PeerState, { state: "ready" | "unavailable" }>;
  readonly tools: readonly unknown[];
}

/** Opens, negotiates and lists. Never rejects for what a peer does; leaves nothing open on failure. */
export async function bringUp(peer: Peer, options: BringUpOptions): Promise<BroughtUp> {
  const { clock, signal, onConnection } = options;
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
      tools: [],
    };
  }
  const { connection, settled } = negotiation;
  const ready = { state: "ready", connection, settled, record } as const;
  // What the server did not declare is not asked for.
  if (settled.capabilities["tools"] === undefined) {
    return { state: { ...ready, problem: undefined, elapsedMs: elapsedMs() }, tools: [] };
  }
  const list = await listTools(connection, settled, options);
  if (signal.aborted) {
    await connection.close();
    const message = `${peer.name} was given up while its tools were listed.`;
    return {
      state: { state: "unavailable", reason: "aborted", message, record, elapsedMs: elapsedMs() },
      tools: [],
    };
  }
  const problem = list.complete ? undefined : list.problem;
  if (problem !== undefined && list.pages === 0) {
    await connection.close();
    const message = `${peer.name} is ${settled.era}, but its tools could not be listed: ${problem.message}`;
    return {
      state: {
        state: "unavailable",
        reason: "list_failed",
        message,
        record,
        elapsedMs: elapsedMs(),
      },
      tools: [],
    };
  }
  return { state: { ...ready, problem, elapsedMs: elapsedMs() }, tools: list.items };
}

/** What listing the tools of a peer needs. */
export type ListingOptions = Pick<BringUpOptions, "clock" | "signal" | "listTimeoutMs">;

/** Lists the tools, and gives a list up that takes four times as long as one page may. */
export async function listTools(
  connection: Connection,
  settled: Settled,
  { clock, signal, listTimeoutMs }: ListingOptions,
): Promise<ListOutcome> {
  const giveUp = new Aborter();
  const abort = (): void => giveUp.abort();
  const cancelTimer = clock.after(WHOLE_LIST * listTimeoutMs, abort);
  signal.addEventListener("abort", abort);
  try {
    return await listAll(connection, {
      method: "tools/list",
      member: "tools",
      stamp: (request) => stamp(request, settled.stamp),
      exchange: { totalMs: listTimeoutMs, signal: giveUp },
    });
  } finally {
    cancelTimer();
    signal.removeEventListener("abort", abort);
  }
}
