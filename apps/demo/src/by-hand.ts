/**
 * Six servers behind one set of names, composed from the layers alone: what a team writes that does
 * without `@x/client`. Start it with `node dist/by-hand.js`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Connection, clockFrom, type Transport } from "@x/connection";
import { type Negotiation, negotiate } from "@x/era";
import { type ListOutcome, listAll } from "@x/lists";
import { collisions, createRegistry, entries, update } from "@x/registry";
import { callTool, type Owner, type Routes } from "@x/router";
import { httpTransport } from "@x/transport-http";
import { inheritedEnvironment, stdioTransport } from "@x/transport-stdio";
import { stamp } from "@x/wire";

/** In declared order; `allowLegacy` is a permission for that one server. */
const SERVERS = [
  { name: "notes", over: "stdio", allowLegacy: false },
  { name: "files", over: "http", allowLegacy: false },
  { name: "demo-orders", over: "stdio", allowLegacy: true },
  { name: "invoices", over: "http", allowLegacy: true },
  { name: "legacy-tickets", over: "stdio", allowLegacy: false },
  { name: "dead", over: "stdio", allowLegacy: false },
];

/** One server: how its negotiation ended, and what it listed where it has tools. */
export type Peer = Readonly<{ name: string; negotiation: Negotiation; list?: ListOutcome }>;

/** Starts the programs in the directory `servers`, lends them to `use` as one, and ends them all. */
export async function composeByHand<T>(
  servers: URL,
  use: (peers: readonly Peer[], routes: Routes) => Promise<T>,
): Promise<T> {
  const connections: Connection[] = [];
  const children: ChildProcess[] = [];

  /** A server behind a URL is started here, and says on stdout where it listens. */
  async function httpServer(script: string): Promise<Transport> {
    const env = inheritedEnvironment();
    const child = spawn(process.execPath, [script], { env, stdio: ["pipe", "pipe", "ignore"] });
    children.push(child);
    const lines = createInterface({ input: child.stdout, signal: AbortSignal.timeout(15_000) });
    const { value: line } = await lines[Symbol.asyncIterator]().next();
    return httpTransport({ url: JSON.parse(line ?? "{}").listening });
  }

  async function bringUp({ name, over, allowLegacy }: (typeof SERVERS)[number]): Promise<Peer> {
    const script = fileURLToPath(new URL(`${name}.js`, servers));
    const program = { command: process.execPath, args: [script] };
    const transport = over === "http" ? await httpServer(script) : stdioTransport(program);
    const clientInfo = { name: "x-mcp-by-hand", version: "1.0.0" };
    const policy = { clientInfo, capabilities: {}, allowLegacy };
    const onConnection = (connection: Connection) => connections.push(connection);
    const negotiation = await negotiate(transport, policy, clockFrom(globalThis), { onConnection });
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
    const lists = peers.map(({ name, list }) => ({ peer: name, items: list?.items ?? [] }));
    const empty = createRegistry({ peers: SERVERS });
    const { next: registry } = update(empty, { type: "listed", lists });
    const owner = (name: string): Owner => {
      const found = peers.find((peer) => peer.name === name)?.negotiation;
      if (found?.type !== "settled") return { state: "unavailable", message: `${name} is down.` };
      const { stamp: context, capabilities } = found.settled;
      return { state: "ready", connection: found.connection, context, capabilities };
    };
    return await use(peers, { registry: () => registry, owner });
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    // Not sooner: the session of a legacy server is ended by one more request to it.
    await Promise.all(children.map((child) => child.kill() && once(child, "exit")));
  }
}

if (process.argv[1] === import.meta.filename) {
  await composeByHand(new URL("./servers/", import.meta.url), async (peers, routes) => {
    for (const { name, negotiation } of peers) console.log(name, "-", negotiation.record.message);
    for (const { message } of collisions(routes.registry())) console.log(message);
    for (const { canonical } of entries(routes.registry())) console.log("Tool:", canonical);
    const outcome = await callTool(routes, "files/search", { query: "shipped" });
    console.log("files/search:", outcome.type === "result" ? outcome.result.content : outcome);
  });
}
