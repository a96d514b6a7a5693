import type { PeerReport } from "@x/client";

/** Why a peer has just become unavailable, where it has and that was not this side's wish. */
export type FailureSeen = (report: PeerReport) => string | undefined;

/** Tells each failure of the peers of one client once, out of all their reports. */
export function failureWatch(): FailureSeen {
  const down = new Set<string>();
  return ({ name, state, reason }) => {
    if (state !== "unavailable") {
      down.delete(name);
      return undefined;
    }
    // A peer that is down is told again when no further attempt is made.
    if (down.has(name)) return undefined;
    down.add(name);
    return reason === "closed" || reason === "aborted" ? undefined : (reason ?? "unknown");
  };
}
