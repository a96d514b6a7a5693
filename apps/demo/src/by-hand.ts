/**
 * Five servers behind one set of names, composed from the layers alone: what a team writes that does
 * without `@x/client`. Start it with `node dist/by-hand.js`.
 */
import { fileURLToPath } from "node:url";
import { type Connection, clockFrom } from "@x/connection";
import { type Negotiation, negotiate } from "@x/era";
import { type ListOutcome, listAll } from "@x/lists";
import { collisions, createRegistry, entries, type Registry, update } from "@x/registry";
import { type CallOutcome, callTool, type Owner } from "@x/router";
import { stdioTransport } from "@x/transport-stdio";
import { type JsonObject, stamp } from "@x/wire";

/** In declared order; `allowLegacy` is a permission for that one server. */
const SERVERS = [
  { name: "notes", allowLegacy: false },
  { name: "files", allowLegacy: false },
  { name: "demo-orders", allowLegacy: true },
  { name: "legacy-tickets", allowLegacy: false },
  { name: "dead", allowLegacy: false },
];

/** One server: how its negotiation ended, and what it listed where it has tools. */
export interface Peer {
  readonly name: string;
  readonly negotiation: Negotiation;
  readonly list?: ListOutcome;
}

/** All servers as one, for as long as {@link composeByHand} keeps them. */
export interface Composition {
  readonly peers: readonly Peer[];
  readonly registry: Registry;
  readonly call: (canonical: string, args: JsonObject) => Promise<CallOutcome>;
}

/** Starts the programs in the directory `servers`, lends them to `use` as one, and ends them all. */
export async function composeByHand<T>(
  servers: URL,
  use: (composition: Composition) => Promise<T>,
): Promise<T> {
  const clock = clockFrom(globalThis);
  const connections: Connection[] = [];

  async function bringUp({ name, allowLegacy }: (typeof SERVERS)[number]): Promise<Peer> {
    const script = fileURLToPath(new URL(`${name}.js`, servers));
    const transport = stdioTransport({ command: process.execPath, args: [script] });
    const clientInfo = { name: "x-mcp-by-hand", version: "1.0.0" };
    const policy = { clientInfo, capabilities: {}, allowLegacy };
    const onConnection = (connection: Connection) => connections.push(connection);
    const negotiation = await negotiate(transport, policy, clock, { onConnection });
    if (negotiation.type === "unavailable") return { name, negotiation };
    const { connection, settled } = negotiation;
    if (settled.capabilities["tools"] === undefined) return { name, negotiation };
    const list = await listAll(connection, {
      method: "tools/list",
      member: "tools",
      stamp: (request) => stamp(request, settled.stamp),
      exchange: { totalMs: 10_000 },
    });
    return { name, negotiation, list };
  }

  try {
    // Side by side, so that nobody waits for a slow one; and to the end, so that none is left behind.
    const bringUps = SERVERS.map(bringUp);
    await Promise.allSettled(bringUps);
    const peers = await Promise.all(bringUps);
    const lists = peers.map(({ name, list }) => ({ peer: name, tools: list?.items ?? [] }));
    const empty = createRegistry({ peers: SERVERS });
    const { next: registry } = update(empty, { type: "listed", lists });
    const owner = (name: string): Owner => {
      const negotiation = peers.find((peer) => peer.name === name)?.negotiation;
      if (negotiation?.type !== "settled") {
        return { state: "unavailable", message: `${name} is not available.` };
      }
      const { connection, settled } = negotiation;
      return { state: "ready", connection, context: settled.stamp };
    };
    const routes = { registry: () => registry, owner };
    return await use({ peers, registry, call: (name, args) => callTool(routes, name, args) });
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

if (process.argv[1] === import.meta.filename) {
  const servers = new URL("./servers/", import.meta.url);
  await composeByHand(servers, async ({ peers, registry, call }) => {
    for (const { name, negotiation } of peers) console.log(name, "-", negotiation.record.message);
    for (const { message } of collisions(registry)) console.log(message);
    const names = entries(registry).map(({ canonical }) => canonical);
    console.log("Tools:", names.join(", "));
    const outcome = await call("files/search", { query: "shipped" });
    console.log("files/search:", outcome.type === "result" ? outcome.result.content : outcome);
  });
}
