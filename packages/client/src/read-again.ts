import { isLost, type Recovery, type Unmet } from "@x/router";
import type { Deadline, ReadOptions } from "./deadline.js";
import type { Peer } from "./peer.js";

/** How often one read is made again when its connection is lost, at most. */
const MAX_REPEATS = 2;

/** What {@link readAgain} goes by. */
export interface ReadAgainOptions extends Pick<ReadOptions, "whenUnavailable"> {
  readonly peer: Peer;
  readonly recovery: Recovery;
  readonly deadline: Deadline;
}

/**
 * Reads, and reads again where that was lost on its way, or where the peer was down and its reader
 * waits: a read changes nothing at its server. `unmetIn` tells what a reading lacks, if anything.
 */
export async function readAgain<Reading>(
  { peer, recovery, deadline, whenUnavailable }: ReadAgainOptions,
  read: () => Promise<Reading>,
  unmetIn: (reading: Reading) => Unmet | undefined,
): Promise<Reading> {
  for (let repeats = 0; ; repeats += 1) {
    const connection = connectionOf(peer);
    const reading = await read();
    const unmet = unmetIn(reading);
    if (unmet === undefined || repeats === MAX_REPEATS || deadline.signal.aborted) return reading;
    if (unmet.type === "unavailable" ? whenUnavailable !== "wait" : !isLost(unmet)) return reading;
    const isUnreachable = unmet.type === "no_response" && unmet.outcome.type === "unreachable";
    if (isUnreachable && connection !== undefined) await recovery.check(peer.name, connection);
    const isOver = unmet.type === "no_response" && unmet.outcome.type === "closed";
    const { leftMs: ms, signal } = deadline;
    await recovery.ready(peer.name, { ms, signal }, isOver ? connection : undefined);
  }
}

function connectionOf({ state }: Peer) {
  return state.state === "ready" ? state.connection : undefined;
}
