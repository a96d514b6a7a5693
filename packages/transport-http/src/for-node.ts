import type { Transport } from "@x/connection";
import { type HttpTransportOptions, transportOver } from "./http-transport.js";
import { nodeSend } from "./node-send.js";

/**
 * A transport to a server behind a URL, of any revision, over `node:http` and `node:https`.
 *
 * `open` sends nothing: an endpoint that cannot be reached shows as `unreachable` with the first
 * exchange, and is no evidence of an era.
 * Specification: "Streamable HTTP"; 2025-11-25 and 2024-11-05, "Transports".
 *
 * @throws HttpTransportError for a URL or a header that cannot be used, with the remedy.
 */
export function httpTransport(options: HttpTransportOptions): Transport {
  return transportOver(nodeSend, options);
}
