import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Transport } from "@x/connection";
import { groupMembers } from "@x/testkit";
import { httpTransport } from "@x/transport-http";
import { stdioTransport } from "@x/transport-stdio";
import { HttpProcess } from "./http-process.js";
import type { FaultyServer } from "./servers.js";

const PROGRAM = join(import.meta.dirname, "../../fixtures/faulty-server.mjs");
/** The variable that all servers of a run have, with the run's own value. */
export const MARKER = "X_FAULT_RUN";

/** What a fleet is made of; `folder` is for the sockets and notes of its servers. */
export interface FleetOptions {
  readonly servers: readonly FaultyServer[];
  readonly folder: string;
  /** The value of {@link MARKER}. */
  readonly run: string;
}

/** The processes of all servers of a run: those that the client starts, and those that this does. */
export class Fleet {
  readonly servers: readonly FaultyServer[];
  readonly folder: string;
  readonly #env: { readonly [name: string]: string };
  readonly #instances = new Map<string, number[]>();
  readonly #endpoints = new Map<string, { readonly process: HttpProcess; url: string }>();

  constructor({ servers, folder, run }: FleetOptions) {
    this.servers = servers;
    this.folder = folder;
    this.#env = { [MARKER]: run };
    for (const { name } of servers) this.#instances.set(name, []);
  }

  /** Starts the endpoints; settles when all listen. */
  async start(): Promise<void> {
    await Promise.all(
      this.servers
        .filter(({ carrier }) => carrier === "http")
        .map(async (server) => {
          const process = new HttpProcess({
            args: (port) => [...this.#args(server), String(port)],
            env: { ...globalThis.process.env, ...this.#env },
            onSpawn: (pid) => this.#instances.get(server.name)?.push(pid),
          });
          const endpoint = { process, url: "" };
          this.#endpoints.set(server.name, endpoint);
          endpoint.url = await process.start();
        }),
    );
  }

  /** What the client reaches a server by, once the fleet was started. */
  transport(name: string): Transport {
    const endpoint = this.#endpoints.get(name);
    if (endpoint !== undefined) return httpTransport({ url: endpoint.url });
    const server = this.servers.find((one) => one.name === name);
    if (server === undefined) throw new Error(`There is no server ${name}.`);
    return stdioTransport({
      command: process.execPath,
      args: this.#args(server),
      env: this.#env,
      onSpawn: (pid) => this.#instances.get(name)?.push(pid),
    });
  }

  /** The process ids of all that this server ever was; the last is what it is now. */
  instances(name: string): readonly number[] {
    return this.#instances.get(name) ?? [];
  }

  /** The living processes of the servers with this carrier. */
  alive(carrier: "stdio" | "http"): readonly number[] {
    return this.servers
      .filter((server) => server.carrier === carrier)
      .flatMap(({ name }) => this.instances(name).flatMap(groupMembers));
  }

  /** Sends a signal to a server of this fleet, and whether it was there to get it. */
  signal(pid: number, name: NodeJS.Signals): boolean {
    // The id of one that has ended may be another's by now.
    const isOurs = environment(pid).includes(`${MARKER}=${this.#env[MARKER]}`);
    return isOurs && process.kill(pid, name);
  }

  /** Ends the endpoints for good; settles when they have ended. */
  async end(): Promise<void> {
    await Promise.all([...this.#endpoints.values()].map((endpoint) => endpoint.process.end()));
  }

  #args({ kind, name }: FaultyServer): readonly string[] {
    return [PROGRAM, kind, name, this.folder];
  }
}

function environment(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
  } catch {
    return [];
  }
}
