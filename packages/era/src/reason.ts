/**
 * Every reason a negotiation can end for. A closed list; the README says what each means.
 *
 * `discovered` settles modern, `initialized` settles legacy, every other one leaves the peer unavailable.
 */
export const REASON_CODES = [
  "discovered",
  "initialized",
  "no_mutual_revision",
  "no_revision_list",
  "revision_rejected",
  "missing_capability",
  "header_mismatch",
  "modern_unconfirmed",
  "legacy_not_allowed",
  "probe_closed",
  "probe_unanswered",
  "initialize_error",
  "initialize_unanswered",
  "initialize_closed",
  "initialize_http_status",
  "initialize_malformed",
  "initialize_wrong_jsonrpc",
  "initialize_wrong_id",
  "initialize_result_and_error",
  "initialize_revision",
  "initialize_capabilities",
  "initialize_server_info",
  "confirmation_failed",
  "open_failed",
  "unreachable",
  "unauthorized",
  "forbidden",
  "proxy_authentication_required",
  "rate_limited",
  "redirected",
  "aborted",
] as const;

/** One of {@link REASON_CODES}. */
export type ReasonCode = (typeof REASON_CODES)[number];
