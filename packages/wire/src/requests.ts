import type { ClientCapabilities, Implementation } from "./capabilities.js";
import type { JsonObject, Notification, Request, RequestId } from "./message.js";
import { checkRequestId } from "./request-id.js";
import { type ModernStampContext, stamp } from "./stamp.js";

/** What `initialize` says about this side, and the legacy revision it asks for. */
export interface InitializeParams {
  readonly revision: string;
  readonly capabilities: ClientCapabilities;
  readonly clientInfo: Implementation;
}

/**
 * The modern `server/discover` request, which is also the era probe.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/discover}
 *
 * @throws WireError `invalid_id`.
 */
export function discoverRequest(id: RequestId, context: ModernStampContext): Request {
  return stamp({ id, method: "server/discover" }, context);
}

/**
 * The legacy `initialize` request; nothing modern is in it.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization}
 *
 * @throws WireError `invalid_id`.
 */
export function initializeRequest(id: RequestId, params: InitializeParams): Request {
  checkRequestId(id, "The id of a request");
  const { revision, capabilities, clientInfo } = params;
  return {
    jsonrpc: "2.0",
    id,
    method: "initialize",
    params: { protocolVersion: revision, capabilities, clientInfo },
  };
}

/** The legacy `notifications/initialized`, which ends the handshake. */
export function initializedNotification(): Notification {
  return notification("notifications/initialized");
}

/**
 * `notifications/cancelled`: this side no longer waits for the answer to `requestId`.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation}
 *
 * @throws WireError `invalid_id`.
 */
export function cancelledNotification(requestId: RequestId, reason?: string): Notification {
  checkRequestId(requestId, "The id of a cancelled request");
  return notification(
    "notifications/cancelled",
    reason === undefined ? { requestId } : { requestId, reason },
  );
}

/** A notification of any method; no `params` member where none are given. */
export function notification(method: string, params?: JsonObject): Notification {
  return params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params };
}
