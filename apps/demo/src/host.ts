import { fileURLToPath } from "node:url";
import { Client } from "@x/client";
import { stdioTransport } from "@x/transport-stdio";
import { DEMO_SERVERS } from "./demo-servers.js";
import { WireLog } from "./wire-log.js";

/** The host of the demo: one client for all servers, and what can be seen around it. */
export interface Host {
  /** Knows the servers; nothing is started yet. The caller closes it. */
  readonly client: Client;
  readonly wire: WireLog;
  /** What each server has written on stderr, by its name. */
  readonly stderr: ReadonlyMap<string, string>;
  /** The process of each server that was started, by its name. */
  readonly pids: ReadonlyMap<string, number>;
}

/** Declares the five servers, whose programs are in the directory `servers`, to a new client. */
export function createHost(servers: URL): Host {
  const wire = new WireLog();
  const stderr = new Map<string, string>();
  const pids = new Map<string, number>();
  const client = new Client({
    clientInfo: { name: "x-mcp-demo", version: "1.0.0" },
    onTap: wire.add,
  });
  for (const { name, allowLegacy } of DEMO_SERVERS) {
    const transport = stdioTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL(`${name}.js`, servers))],
      onStderr: (text) => stderr.set(name, `${stderr.get(name) ?? ""}${text}`),
      onSpawn: (pid) => pids.set(name, pid),
    });
    // Five programs start at once: on a busy machine the probe of an allowed one may need longer.
    client.addServer(name, transport, { allowLegacy, probeTimeoutMs: 15_000 });
  }
  return { client, wire, stderr, pids };
}
