import type { ExchangeOutcome } from "@x/connection";

/** Why an outcome says nothing about an era: it is surfaced as itself. */
export type NotEvidence =
  | "aborted"
  | "forbidden"
  | "proxy_authentication_required"
  | "rate_limited"
  | "redirected"
  | "unauthorized"
  | "unreachable";

/**
 * Sorts out what says nothing about an era, whatever its body: it is not a server of either era that
 * speaks here, but a gate before it, the network, or this side.
 */
export function notEvidence(outcome: ExchangeOutcome): NotEvidence | undefined {
  switch (outcome.type) {
    case "aborted":
    case "unreachable":
      return outcome.type;
    case "http_status":
      return gate(outcome.status);
    case "closed":
      // Whoever shares the connection closed it from this side; the peer had no part in it.
      return outcome.reason.type === "local" ? "aborted" : undefined;
    case "response":
    case "stream_ended":
    case "cancelled_by_server":
    case "timed_out":
    case "malformed":
    case "too_large":
      return undefined;
  }
}

function gate(status: number): NotEvidence | undefined {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 407) return "proxy_authentication_required";
  if (status === 429) return "rate_limited";
  // A transport follows what it may follow; a redirect that reaches us leads to another origin.
  return status >= 300 && status < 400 ? "redirected" : undefined;
}
