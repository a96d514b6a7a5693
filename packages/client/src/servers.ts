import { checkDeadline, type Transport } from "@x/connection";
import { ClientError } from "./client-error.js";
import type { ConnectOptions } from "./client-options.js";
import type { Parts } from "./parts.js";
import { asOfLastAttempt } from "./peer.js";
import type { PeerReport } from "./report.js";
import type { ServerOptions } from "./server-options.js";

/** The servers of one client from their declaration to their end, and that of the client with them. */
export class Servers {
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  /** The parts are told by `isClosed` of this object when the end of the client has begun. */
  constructor(parts: (isClosed: () => boolean) => Parts) {
    this.#parts = parts(() => this.isClosed);
  }

  /** What the client is made of, also after its end. */
  get parts(): Parts {
    return this.#parts;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * What the client is made of, for whoever wants something of a server.
   *
   * @throws ClientError `client_closed`.
   */
  open(): Parts {
    if (this.isClosed) throw closedError();
    return this.#parts;
  }

  /** @throws ClientError `client_closed`, and as its table of peers does. */
  add(name: string, transport: Transport, options: ServerOptions): void {
    this.open().peers.add(name, transport, options);
  }

  /** Ends the one before when the other has its place. */
  async replace(name: string, transport: Transport, options: ServerOptions): Promise<void> {
    const { peers, lists, life } = this.open();
    const before = peers.replace(name, transport, options);
    lists.forget(before);
    await life.end(before);
  }

  async remove(name: string): Promise<void> {
    const { peers, life } = this.#parts;
    await life.end(peers.remove(name));
  }

  /** Brings up what is not ready; where names may not be merged, that is the end of the client. */
  async connect({ timeoutMs }: ConnectOptions): Promise<readonly PeerReport[]> {
    const { peers, startup, report } = this.open();
    checkDeadline("timeoutMs", timeoutMs);
    try {
      const starting = peers.all.filter(({ state }) => state.state !== "ready");
      await startup.connect(starting, timeoutMs);
    } catch (error) {
      await this.close();
      throw error;
    }
    return peers.all.map((peer) => report(asOfLastAttempt(peer)));
  }

  async reconnect(name: string): Promise<PeerReport> {
    const { peers, startup, report } = this.open();
    const peer = peers.get(name);
    await startup.reconnect(peer);
    return report(peer);
  }

  /** Ends all of them, once; a second call gives what the first does. */
  close(): Promise<void> {
    const { peers, life } = this.#parts;
    if (this.#closing === undefined) for (const { listening } of peers.all) listening.close();
    this.#closing ??= life.endAll(peers.all);
    return this.#closing;
  }
}

/** What is wanted of a client that is closed gets this. */
export function closedError(): ClientError {
  return new ClientError("This client is closed. Make a new one.", { code: "client_closed" });
}
