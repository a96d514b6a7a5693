import type { Transport } from "@x/connection";
import type { Implementation } from "@x/wire";
import type { Catalogue } from "./catalogue.js";
import { checkServerOptions } from "./check-options.js";
import { ClientError } from "./client-error.js";
import type { Listening } from "./listening.js";
import { newPeer, type Peer } from "./peer.js";
import type { ServerOptions } from "./server-options.js";

/** What {@link Peers} need of their client. */
export interface PeersOptions {
  readonly clientInfo: Implementation;
  readonly catalogue: Catalogue;
  readonly listeningTo: (name: string) => Listening;
}

/** The servers of one client by name, in declared order. */
export class Peers {
  readonly #options: PeersOptions;
  readonly #all = new Map<string, Peer>();

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  get all(): readonly Peer[] {
    return [...this.#all.values()];
  }

  /** @throws ClientError `unknown_server`. */
  get(name: string): Peer {
    const peer = this.find(name);
    if (peer !== undefined) return peer;
    throw new ClientError(`There is no server "${name}". Declare it with addServer().`, {
      code: "unknown_server",
    });
  }

  find(name: string): Peer | undefined {
    return this.#all.get(name);
  }

  /** Whether this is what the name stands for now. */
  has(peer: Peer): boolean {
    return this.#all.get(peer.name) === peer;
  }

  /** @throws ClientError `duplicate_server`, `invalid_server_name`, `invalid_option`. */
  add(name: string, transport: Transport, options: ServerOptions): void {
    if (this.#all.has(name)) {
      throw new ClientError(`There is a server "${name}" already. Give this one another name.`, {
        code: "duplicate_server",
      });
    }
    checkServerOptions(name, options, this.#options.clientInfo);
    this.#options.catalogue.declare(name, options);
    const listening = this.#options.listeningTo(name);
    this.#all.set(name, newPeer({ name, transport, options, listening }));
  }

  /** Another server in the place of one; gives that one, which is still to be ended. */
  replace(name: string, transport: Transport, options: ServerOptions): Peer {
    const before = this.get(name);
    checkServerOptions(name, options, this.#options.clientInfo);
    this.#options.catalogue.replace(name, options);
    const { listening, logLevel } = before;
    const after = newPeer({ name, transport, options, listening });
    after.logLevel = logLevel;
    this.#all.set(name, after);
    return before;
  }

  /** Takes one out; gives it, which is still to be ended. */
  remove(name: string): Peer {
    const peer = this.get(name);
    this.#all.delete(name);
    this.#options.catalogue.remove(name);
    peer.listening.close();
    return peer;
  }
}
