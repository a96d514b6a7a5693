import { bindingKey, type Clock, type Connection, type TapEvent } from "@x/connection";
import type { PeerList } from "@x/registry";
import type { Implementation } from "@x/wire";
import { bringUp } from "./bring-up.js";
import type { ClientEvent } from "./client-event.js";
import type { Peer, PeerState } from "./peer.js";
import { Slots } from "./slots.js";

/** What {@link PeerLife} needs of its client. Times in milliseconds. */
export interface PeerLifeOptions {
  readonly clock: Clock;
  readonly clientInfo: Implementation;
  readonly maxConnecting: number;
  readonly listTimeoutMs: number;
  readonly onTap: ((peer: string, event: TapEvent) => void) | undefined;
  /** A peer came up with these tools; its state says `ready` next. */
  readonly onListed: (peer: Peer, list: PeerList) => void;
  readonly onState: (peer: Peer) => void;
  readonly emit: (event: ClientEvent) => void;
}

/** Takes peers from one state to the next: up, lost, closed. What one does never touches another. */
export class PeerLife {
  readonly #options: PeerLifeOptions;
  readonly #slots: Slots;
  /** Peers that have been ended for good, by what they are reached by, until nothing of them is left. */
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(options: PeerLifeOptions) {
    this.#options = options;
    this.#slots = new Slots(options.maxConnecting);
  }

  /** Settles when the peer is ready or unavailable. Never rejects; everybody who asks meanwhile shares it. */
  bringUp(peer: Peer): Promise<void> {
    // An endpoint costs this machine nothing: a silent one is not to keep others from their turn.
    const isEndpoint = peer.transport.binding.type === "http";
    peer.bringUp ??= (
      isEndpoint ? this.#bringUp(peer) : this.#slots.run(() => this.#bringUp(peer), peer.stop)
    ).finally(() => {
      peer.bringUp = undefined;
    });
    return peer.bringUp;
  }

  /** Closes the connection of a peer, if it has one. Its next one waits until nothing of this is left. */
  drop(peer: Peer): void {
    const { state } = peer;
    if (state.state !== "ready") return;
    this.#lose(peer, state, { reason: "closed", message: `This client closed ${peer.name}.` });
  }

  /** Ends a peer for good, also one that is just being brought up; settles when nothing of it is left. */
  async end(peer: Peer): Promise<void> {
    peer.stop.abort();
    const ended = (async () => {
      await peer.bringUp;
      this.drop(peer);
      await peer.leaving;
    })();
    // Whoever is declared for the same thing next waits for its end too.
    const key = bindingKey(peer.transport.binding);
    this.#leaving.set(key, ended);
    await ended;
    if (this.#leaving.get(key) === ended) this.#leaving.delete(key);
  }

  /** {@link end} for these; waits for those too that are being ended already. */
  async endAll(peers: readonly Peer[]): Promise<void> {
    await Promise.all([...this.#leaving.values(), ...peers.map((peer) => this.end(peer))]);
  }

  async #bringUp(peer: Peer): Promise<void> {
    await Promise.all([peer.leaving, this.#leaving.get(bindingKey(peer.transport.binding))]);
    if (peer.stop.aborted) return;
    this.#set(peer, { state: "connecting" });
    try {
      await this.#negotiate(peer);
    } catch (error) {
      // A transport that throws breaks its contract; that is no reason for the others to suffer.
      const why = error instanceof Error ? error.message : String(error);
      const message = `${peer.name} could not be brought up: its transport threw (${why}).`;
      const reason = "broken_transport";
      this.#set(peer, { state: "unavailable", reason, message, record: undefined, elapsedMs: 0 });
    }
  }

  async #negotiate(peer: Peer): Promise<void> {
    const { clock, clientInfo, listTimeoutMs, onListed } = this.#options;
    const { state, tools } = await bringUp(peer, {
      clock,
      signal: peer.stop,
      clientInfo,
      capabilities: {},
      listTimeoutMs,
      onConnection: (connection) => this.#listen(peer, connection),
    });
    if (state.state === "ready") {
      const { name, transport } = peer;
      // A legacy revision knows no such headers, even where its server annotates tools for its modern one.
      const paramHeaders = transport.binding.type === "http" && state.settled.era === "modern";
      onListed(peer, { peer: name, tools, paramHeaders });
      void state.connection.closed.then(({ message }) => {
        if (peer.state === state) this.#lose(peer, state, { reason: "connection_lost", message });
      });
    }
    this.#set(peer, state);
  }

  #listen({ name: peer, seen }: Peer, connection: Connection): void {
    const { emit, onTap } = this.#options;
    connection.on({
      fault: (fault) => {
        seen.faults += 1;
        emit({ type: "fault", peer, fault });
      },
      late: () => {
        seen.late += 1;
      },
      notification: (notification) => emit({ type: "notification", peer, notification }),
      ...(onTap === undefined ? {} : { tap: (event: TapEvent) => onTap(peer, event) }),
    });
  }

  #lose(
    peer: Peer,
    ready: Extract<PeerState, { state: "ready" }>,
    why: { readonly reason: "closed" | "connection_lost"; readonly message: string },
  ): void {
    const { connection, record, elapsedMs } = ready;
    peer.leaving = connection.close();
    this.#set(peer, { state: "unavailable", ...why, record, elapsedMs });
  }

  #set(peer: Peer, state: PeerState): void {
    peer.state = state;
    this.#options.onState(peer);
  }
}
