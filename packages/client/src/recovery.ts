import type { UnavailableReason } from "./peer.js";

/** After so many failures in a row the host is told once. */
export const TELL_AFTER = 3;

/** The wait before the first attempt, in milliseconds; it doubles with each failure. */
const FIRST_MS = 500;
/** The longest wait. */
const LONGEST_MS = 30_000;
/** A peer that was ready for this long counts as well again. */
export const GOOD_LIFE_MS = 10_000;

/** What failed, as far as it matters for whether and when to try again. */
export interface Setback {
  readonly reason: UnavailableReason;
  /** Whether the peer had been ready before: what it is, is known then, and it may become that again. */
  readonly wasReady: boolean;
  /** Failures in a row, this one included. */
  readonly failures: number;
  /** How many in a row end the attempts. */
  readonly maxFailures: number;
}

/**
 * How long to wait before a peer is brought up again, in milliseconds; `undefined` where another
 * attempt would be no use or there have been enough. `random` is from 0 to 1: the wait is from half to
 * the whole of what backoff has come to.
 */
export function recoveryWait(setback: Setback, random: number): number | undefined {
  const { reason, wasReady, failures, maxFailures } = setback;
  const hope = HOPE[reason];
  if (hope === "none" || (hope === "if_it_was_ready" && !wasReady)) return undefined;
  if (failures > maxFailures) return undefined;
  const backoff = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_MS);
  return Math.round(backoff * (0.5 + random / 2));
}

type Hope = "some" | "if_it_was_ready" | "none";

/** Whether time alone can help. What an operator has to change is not tried again. */
const HOPE: { readonly [reason in UnavailableReason]: Hope } = {
  connection_lost: "some",
  list_failed: "some",
  open_failed: "some",
  unreachable: "some",
  rate_limited: "some",
  probe_closed: "some",
  initialize_closed: "some",
  confirmation_failed: "some",
  probe_unanswered: "some",
  initialize_unanswered: "some",
  modern_unconfirmed: "some",
  legacy_not_allowed: "if_it_was_ready",
  initialize_error: "if_it_was_ready",
  initialize_http_status: "if_it_was_ready",
  initialize_malformed: "if_it_was_ready",
  initialize_wrong_jsonrpc: "if_it_was_ready",
  initialize_wrong_id: "if_it_was_ready",
  initialize_result_and_error: "if_it_was_ready",
  initialize_revision: "if_it_was_ready",
  initialize_capabilities: "if_it_was_ready",
  initialize_server_info: "if_it_was_ready",
  no_mutual_revision: "if_it_was_ready",
  no_revision_list: "none",
  revision_rejected: "none",
  missing_capability: "none",
  header_mismatch: "none",
  unauthorized: "none",
  forbidden: "none",
  proxy_authentication_required: "none",
  redirected: "none",
  aborted: "none",
  closed: "none",
  broken_transport: "none",
  discovered: "none",
  initialized: "none",
};
