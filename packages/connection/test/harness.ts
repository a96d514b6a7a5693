import type { Request } from "@x/wire";
import {
  type Connection,
  type Fault,
  ManualClock,
  type MemoryPeer,
  type MemoryTransportOptions,
  memoryTransport,
} from "../src/index.js";

/** An open in-memory connection, everything that crossed it, and the clock that it lives by. */
export interface Harness {
  readonly clock: ManualClock;
  readonly connection: Connection;
  readonly peer: MemoryPeer;
  /** Frames the client sent, parsed. */
  readonly sent: Record<string, unknown>[];
  readonly faults: Fault[];
  readonly late: unknown[];
  readonly notifications: unknown[];
}

export async function open(options?: MemoryTransportOptions): Promise<Harness> {
  const clock = new ManualClock();
  const sent: Record<string, unknown>[] = [];
  const peers: MemoryPeer[] = [];
  const transport = memoryTransport((peer) => {
    peers.push(peer);
    peer.onFrame((text) => sent.push(JSON.parse(text)));
  }, options);
  const connection = await transport.open({ clock });
  const [peer] = peers;
  if (connection.type !== "connection" || peer === undefined) throw new Error("did not open");
  const faults: Fault[] = [];
  const late: unknown[] = [];
  const notifications: unknown[] = [];
  connection.on({
    fault: (fault) => faults.push(fault),
    late: (message) => late.push(message),
    notification: (one) => notifications.push(one),
  });
  return { clock, connection, peer, sent, faults, late, notifications };
}

/** Lets everything that is under way arrive. */
export function arrived(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function request(connection: Connection, method = "tools/call"): Request {
  return { jsonrpc: "2.0", id: connection.ids.next(), method, params: {} };
}

export function result(id: unknown, extra: Record<string, unknown> = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...extra } });
}
