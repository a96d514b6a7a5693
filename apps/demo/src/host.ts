import { fileURLToPath } from "node:url";
import { Client } from "@x/client";
import type { Transport } from "@x/connection";
import { httpTransport } from "@x/transport-http";
import { stdioTransport } from "@x/transport-stdio";
import { DEMO_SERVERS, type DemoServer } from "./demo-servers.js";
import { type HttpServer, startHttpServer } from "./start-http-server.js";
import { WireLog } from "./wire-log.js";

/** The host of the demo: one client for all servers, and what can be seen around it. */
export interface Host {
  /** Knows the servers, but for an HTTP server that did not say where it listens. */
  readonly client: Client;
  readonly wire: WireLog;
  /** The process of each server that was started, by its name. */
  readonly pids: ReadonlyMap<string, number>;
  /** What a server has written on stderr so far, line by line; after {@link Host.close} all of it. */
  stderrOf(name: string): readonly string[];
  /** Closes the client, then ends the HTTP servers. */
  close(): Promise<void>;
}

/**
 * Declares the demo's servers, whose programs are in the directory `servers`, to a new client.
 *
 * HTTP servers are started here, since the client is only told where they are. The others it starts
 * itself. The caller closes the host, whatever happens.
 */
export async function createHost(servers: URL): Promise<Host> {
  const wire = new WireLog();
  const stderr = new Map<string, string>();
  const pids = new Map<string, number>();
  const httpServers: HttpServer[] = [];

  async function transportTo({ name, over }: DemoServer): Promise<Transport | undefined> {
    const script = fileURLToPath(new URL(`${name}.js`, servers));
    const onStderr = (text: string) => stderr.set(name, `${stderr.get(name) ?? ""}${text}`);
    const onSpawn = (pid: number) => pids.set(name, pid);
    if (over === "stdio") {
      return stdioTransport({ command: process.execPath, args: [script], onStderr, onSpawn });
    }
    const server = await startHttpServer(script, onStderr);
    httpServers.push(server);
    if (server.pid !== undefined) onSpawn(server.pid);
    return server.url === undefined ? undefined : httpTransport({ url: server.url });
  }

  const client = new Client({
    clientInfo: { name: "x-mcp-demo", version: "1.0.0" },
    onTap: wire.add,
  });
  const transports = await Promise.all(
    DEMO_SERVERS.map(async (server) => ({ server, transport: await transportTo(server) })),
  );
  for (const { server, transport } of transports) {
    if (transport === undefined) continue;
    // All programs start at once: on a busy machine the probe of an allowed one may need longer.
    const { name, allowLegacy } = server;
    client.addServer(name, transport, {
      allowLegacy,
      probeTimeoutMs: 15_000,
      // The story is told once; how peers come back is another one.
      recover: false,
    });
  }
  return {
    client,
    wire,
    pids,
    stderrOf: (name) => (stderr.get(name) ?? "").split("\n").filter((line) => line !== ""),
    close: async () => {
      await client.close();
      await Promise.all(httpServers.map((server) => server.end()));
    },
  };
}
