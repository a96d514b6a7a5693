import { type Connection, ManualClock, type MemoryPeer, memoryTransport } from "@x/connection";
import { createRegistry, type Registry, update } from "@x/registry";
import type { StampContext } from "@x/wire";
import { type CallOutcome, callTool, type Owner, type Routes } from "../src/index.js";

/** How requests to a modern owner are stamped. */
export const MODERN: StampContext = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};
/** How requests to a legacy owner are stamped. */
export const LEGACY: StampContext = { era: "legacy", revision: "2025-11-25" };

/** A registry of peers with these tools, all well-formed. */
export function registryOf(lists: Record<string, readonly string[]>): Registry {
  const peers = Object.keys(lists).map((name) => ({ name }));
  return update(createRegistry({ peers }), {
    type: "listed",
    lists: Object.entries(lists).map(([peer, names]) => ({
      peer,
      items: names.map((name) => ({ name, inputSchema: { type: "object" } })),
    })),
  }).next;
}

/** A peer behind a settled connection, and what was sent to it. */
export interface Server {
  readonly owner: Owner;
  readonly peer: MemoryPeer;
  readonly clock: ManualClock;
  readonly sent: string[];
}

/** Opens and settles a connection to a peer that answers every request with this frame, or never. */
export async function server(
  context: StampContext,
  answer?: (id: unknown) => string,
): Promise<Server> {
  const clock = new ManualClock();
  const sent: string[] = [];
  const peers: MemoryPeer[] = [];
  const connection = await memoryTransport((peer) => {
    peers.push(peer);
    peer.onFrame((text) => {
      sent.push(text);
      const { id } = JSON.parse(text);
      if (answer !== undefined && id !== undefined) peer.send(answer(id));
    });
  }).open({ clock });
  const [peer] = peers;
  if (connection.type !== "connection" || peer === undefined) throw new Error("did not open");
  (connection as Connection).settle({ era: context.era, revision: context.revision });
  return { owner: { state: "ready", connection, context, capabilities: {} }, peer, clock, sent };
}

/** A result as a frame. */
export const text = (id: unknown, result: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, result });
/** The result of a call that says who made it, as a frame. */
export const done = (id: unknown, who: string): string =>
  text(id, { resultType: "complete", content: [{ type: "text", text: who }] });

/** Routes over these owners; every other one is down. */
export function routes(registry: Registry, owners: Record<string, Owner>): Routes {
  return {
    registry: () => registry,
    owner: (peer) => owners[peer] ?? { state: "unavailable", message: `${peer} is down.` },
  };
}

/** How a call ends that is answered with this result. */
export async function outcomeOf(context: StampContext, result: object): Promise<CallOutcome> {
  const one = await server(context, (id) => text(id, result));
  return callTool(routes(registryOf({ one: ["t"] }), { one: one.owner }), "t");
}
