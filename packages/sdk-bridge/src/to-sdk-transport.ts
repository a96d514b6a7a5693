import type { Transport as SdkTransport } from "@modelcontextprotocol/client";
import { type Clock, clockFrom, type Transport } from "@x/connection";
import { BridgedTransport } from "./bridged-transport.js";

/** What {@link toSdkTransport} can be told. */
export interface ToSdkOptions {
  /** Measures what the connection bounds by itself. Default: the platform's. */
  readonly clock?: Clock;
}

/**
 * An official transport over one of ours, so that the official `Client` runs on our connections: a
 * process group that is really ended, frames in linear time, strict ids, faults that are told.
 *
 * - One transport is one connection: `start` opens it, and works once.
 * - Ids are the official client's; so are deadlines, the era, and what is in the messages.
 * - What the server sends reaches `onmessage` where it has a place; where it has none it is a fault,
 *   told by `onerror`. Notifications keep their order, and answers theirs; a notification may overtake
 *   the answer that was sent right before it.
 * - A legacy server's `ping` is answered below the official client, and so is a request that the
 *   client leaves unanswered for as long as the connection allows.
 * - The promise of `send` for a request settles when the request is over: it rejects with `no_answer`
 *   where no answer will come (the official client's call ends with that error, not at its time-out).
 *   Nothing is made up in the server's name. Do not wait for it before sending something else.
 * - The official client's `notifications/cancelled` ends the request on the connection, which tells the
 *   server in the way of its transport, in its own words.
 * - `setProtocolVersion`, which the official client calls once it has decided, settles the era. From
 *   then on a server that contradicts it by a modern error ends the connection, after the answer.
 * - When a connection ends by itself, `onerror` says why, then `onclose` follows, and what is left of
 *   it is cleaned up. `close()` settles when nothing is left.
 */
export function toSdkTransport(transport: Transport, options: ToSdkOptions = {}): SdkTransport {
  const bridged = new BridgedTransport(transport, options.clock ?? clockFrom(globalThis));
  // By these two the official client knows a stdio transport, whose silence it reads differently.
  return transport.binding.type === "stdio"
    ? Object.assign(bridged, { pid: null, stderr: null })
    : bridged;
}
