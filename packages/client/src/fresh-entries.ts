import { Deadline, type ReadOptions } from "./deadline.js";
import type { Parts } from "./parts.js";
import type { MergedKind } from "./peer-lists.js";

/**
 * Reads what is stale of the lists of all peers that are ready, side by side, and merges it. A list that
 * cannot be read is told as an event, and the last one stands; so does that of a peer that is not ready.
 *
 * @throws ClientError `timed_out`, `aborted`.
 */
export async function freshEntries(
  { clock, peers, refresh, startup }: Parts,
  kind: MergedKind,
  options: Omit<ReadOptions, "whenUnavailable">,
): Promise<void> {
  const deadline = new Deadline(clock, options);
  const { signal } = deadline;
  try {
    await Promise.all(peers.all.map((peer) => refresh.stale(peer, kind, signal)));
    startup.mergeLate();
    if (signal.aborted) throw deadline.error(`The list of ${kind}`);
  } finally {
    deadline.clear();
  }
}
