import type { OpenFailure } from "@x/connection";
import type { LegacyFailure } from "./legacy-evidence.js";
import { line, several } from "./line.js";
import type { NotEvidence } from "./not-evidence.js";

/** Why a peer is unavailable, with what a sentence about it needs. `seen` is what came back. */
export type Ending =
  | {
      readonly reason: "no_mutual_revision";
      readonly supported: readonly string[];
      readonly ours: readonly string[];
    }
  | { readonly reason: "no_revision_list" | "revision_rejected"; readonly asked: string }
  | { readonly reason: "missing_capability"; readonly missing: readonly string[] | undefined }
  | { readonly reason: "header_mismatch" }
  | {
      readonly reason:
        | "modern_unconfirmed"
        | "legacy_not_allowed"
        | "probe_closed"
        | "probe_unanswered";
      readonly seen: string;
    }
  | {
      readonly reason: LegacyFailure;
      readonly seen: string;
      /** Whether the peer had seen a probe before on the same connection. */
      readonly connection: "probed" | "fresh";
    }
  | { readonly reason: "confirmation_failed" | NotEvidence; readonly seen: string }
  | { readonly reason: "open_failed"; readonly failure: OpenFailure };

const ALLOW = 'If it is a legacy server that you trust, set "allowLegacy": true for it.';

/** The sentence for people: what was seen, and the remedy. */
export function explain(ending: Ending): string {
  switch (ending.reason) {
    case "no_mutual_revision":
      return (
        `The server is modern, but speaks no revision that this client speaks: it supports ` +
        `${several(ending.supported) || "none"}, this client ${several(ending.ours)}. Update the older of the two.`
      );
    case "no_revision_list":
      return `The server is modern and rejected revision ${ending.asked} without telling which it supports. Update the server.`;
    case "revision_rejected":
      return `The server is modern and rejected revision ${ending.asked}, although it says that it supports it. Look at the server's log.`;
    case "missing_capability":
      return missingText(ending.missing);
    case "header_mismatch":
      return "The server is modern and keeps saying that headers and body of a request do not match. Look for a proxy on the way that rewrites headers.";
    case "modern_unconfirmed":
      return (
        `The server had identified itself as modern, and then did not answer server/discover as one (${ending.seen}). ` +
        "It is not treated as a legacy server. Look at the server's log."
      );
    case "legacy_not_allowed":
      return `The server did not identify itself as a modern server (to server/discover: ${ending.seen}). ${ALLOW}`;
    case "probe_closed":
      return `The server was gone before it identified itself as a modern server (${ending.seen}). Look at why it ended. ${ALLOW}`;
    case "probe_unanswered":
      return `The server did not answer server/discover (${ending.seen}). Look at whether it runs. ${ALLOW}`;
    case "confirmation_failed":
      return `The server answered initialize, and then could not be told notifications/initialized (${ending.seen}). Look at the server's log.`;
    case "open_failed":
      return line(ending.failure.message, 1000);
    case "unauthorized":
    case "forbidden":
    case "proxy_authentication_required":
    case "rate_limited":
    case "redirected":
    case "unreachable":
    case "aborted":
      return notEvidenceText(ending.reason, ending.seen);
    case "initialize_capabilities":
    case "initialize_closed":
    case "initialize_error":
    case "initialize_http_status":
    case "initialize_malformed":
    case "initialize_result_and_error":
    case "initialize_revision":
    case "initialize_server_info":
    case "initialize_unanswered":
    case "initialize_wrong_id":
    case "initialize_wrong_jsonrpc":
      return (
        `The server is neither modern nor a valid legacy server: ${LEGACY_FAILURES[ending.reason]} ` +
        `(${ending.seen}). ${remedy(ending.reason, ending.connection)}`
      );
  }
}

const LEGACY_FAILURES: { readonly [failure in LegacyFailure]: string } = {
  initialize_capabilities: "its answer to initialize has no object as capabilities",
  initialize_closed: "it was gone before it answered initialize",
  initialize_error: "it answered initialize with an error",
  initialize_http_status: "it answered initialize with an HTTP status and no JSON-RPC message",
  initialize_malformed: "its answer to initialize is not a usable JSON-RPC message",
  initialize_result_and_error: "its answer to initialize is a result and an error at once",
  initialize_revision: "it answered initialize with a revision that is not an accepted legacy one",
  initialize_server_info: "its answer to initialize has no serverInfo with a name and a version",
  initialize_unanswered: "it did not answer initialize",
  initialize_wrong_id: "its answer to initialize does not carry the id of the request",
  initialize_wrong_jsonrpc: 'its answer to initialize is not marked as JSON-RPC "2.0"',
};

function remedy(failure: LegacyFailure, connection: "probed" | "fresh"): string {
  const refused =
    failure === "initialize_error" ||
    failure === "initialize_closed" ||
    failure === "initialize_unanswered";
  return refused && connection === "probed"
    ? 'If it takes no initialize once it has seen server/discover, set "allowLegacy": { "reopen": true } for it.'
    : "Update the server, or look at its log.";
}

function missingText(missing: readonly string[] | undefined): string {
  if (missing === undefined) {
    return "The server is modern and requires a client capability without telling which. Look at the server's log.";
  }
  if (missing.length === 0) {
    return "The server is modern and asks for client capabilities although this host offers all that it names. Look at the server's log.";
  }
  return (
    `The server is modern and requires client capabilities that this host does not offer: ${several(missing)}. ` +
    "Give the host handlers for them."
  );
}

function notEvidenceText(reason: NotEvidence, seen: string): string {
  switch (reason) {
    case "unauthorized":
      return `The server asks for authorization (${seen}). Give it valid credentials.`;
    case "forbidden":
      return `Access to the server is forbidden (${seen}). Check the permissions of the credentials.`;
    case "proxy_authentication_required":
      return `A proxy before the server asks for authentication (${seen}). Give the proxy its credentials.`;
    case "rate_limited":
      return `The server limits how often it is asked (${seen}). Try again later.`;
    case "redirected":
      return `The server redirects to another place (${seen}). Configure that URL if you trust it.`;
    case "unreachable":
      return `The server could not be reached (${seen}). Check its address and the network.`;
    case "aborted":
      return `Negotiation was given up from this side (${seen}).`;
  }
}
