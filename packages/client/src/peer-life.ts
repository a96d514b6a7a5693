import { bindingKey, type Clock, type Connection } from "@x/connection";
import type { Implementation } from "@x/wire";
import { atMost } from "./at-most.js";
import { bringUp } from "./bring-up.js";
import type { ClientEvent } from "./client-event.js";
import type { ClientOptions } from "./client-options.js";
import { type Abilities, declarationOf } from "./declaration.js";
import { hear } from "./hear.js";
import { type Observer, observedBringUp } from "./observed.js";
import type { Peer, PeerState } from "./peer.js";
import type { PeerLists } from "./peer-lists.js";
import { GOOD_LIFE_MS, recoveryWait, TELL_AFTER } from "./recovery.js";
import type { Refresh } from "./refresh.js";
import type { PeerReport } from "./report.js";
import { absence, askForLife, tellLogLevel } from "./signs.js";
import { Slots } from "./slots.js";

/** What {@link PeerLife} needs of its client. Times in milliseconds. */
export interface PeerLifeOptions extends Abilities {
  readonly clock: Clock;
  readonly clientInfo: Implementation;
  readonly inputMs: number;
  readonly maxConnecting: number;
  readonly lists: PeerLists;
  readonly refresh: Refresh;
  readonly observer: Observer | undefined;
  readonly onTap: ClientOptions["onTap"];
  /** Of texts of servers, before they are cut. */
  readonly redact: (text: string) => string;
  readonly onState: (peer: Peer) => void;
  readonly emit: (event: ClientEvent) => void;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A peer is ready without anybody having asked for it, and is not told as such yet. */
  readonly onRecovered: () => void;
  readonly reportOf: (peer: Peer) => PeerReport;
}

/** How long a transport may take to end what it opened, or to give up opening. */
const END_MS = 30_000;

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
    peer.health.cancelRetry();
    // An endpoint costs this machine nothing: a silent one is not to keep others from their turn.
    const isEndpoint = peer.transport.binding.type === "http";
    peer.bringUp ??= (
      isEndpoint ? this.#bringUp(peer) : this.#slots.run(() => this.#bringUp(peer), peer.stop)
    ).finally(() => {
      peer.bringUp = undefined;
    });
    return peer.bringUp;
  }

  /**
   * Finds out whether a peer that may be gone is still there on this connection, by asking it for a sign
   * of life; it is lost where there is none. Never rejects.
   */
  check(peer: Peer, connection: Connection): Promise<void> {
    const { state } = peer;
    if (state.state !== "ready" || state.connection !== connection) return Promise.resolve();
    peer.checking ??= this.#check(peer, state).finally(() => {
      peer.checking = undefined;
    });
    return peer.checking;
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
    peer.listening.detach(peer.heardOn, `This client closed ${peer.name}.`);
    this.#giveUp(peer);
    // Whoever is declared for the same thing next waits for its end too, and for those before it.
    const key = bindingKey(peer.transport.binding);
    const before = this.#leaving.get(key);
    const ended = (async () => {
      await this.#patiently(() => peer.bringUp);
      this.drop(peer);
      await Promise.all([peer.leaving, before]);
    })();
    this.#leaving.set(key, ended);
    await ended;
    if (this.#leaving.get(key) === ended) this.#leaving.delete(key);
  }

  /** {@link end} for these; waits for those too that are being ended already. */
  async endAll(peers: readonly Peer[]): Promise<void> {
    await Promise.all([...this.#leaving.values(), ...peers.map((peer) => this.end(peer))]);
  }

  /** No attempt follows any more. */
  #giveUp(peer: Peer): void {
    peer.health.cancelRetry();
    const { state } = peer;
    if (state.state !== "unavailable" || state.retryInMs === undefined) return;
    const { retryInMs: _, ...final } = state;
    this.#set(peer, final);
  }

  async #bringUp(peer: Peer): Promise<void> {
    await Promise.all([peer.leaving, this.#leaving.get(bindingKey(peer.transport.binding))]);
    if (peer.stop.aborted) return;
    this.#set(peer, { state: "connecting" });
    await observedBringUp(this.#options.observer, peer, () => this.#attempt(peer));
  }

  async #attempt(peer: Peer): Promise<void> {
    try {
      await this.#negotiate(peer);
    } catch (error) {
      // A transport that throws breaks its contract; that is no reason for the others to suffer.
      const why = error instanceof Error ? error.message : String(error);
      const message = `${peer.name} could not be brought up: its transport threw (${why}).`;
      const reason = "broken_transport";
      this.#fail(peer, { state: "unavailable", reason, message, record: undefined, elapsedMs: 0 });
    }
  }

  async #negotiate(peer: Peer): Promise<void> {
    const { clock, clientInfo, lists, refresh, onRecovered } = this.#options;
    const declaration = declarationOf(this.#options);
    peer.declarable = declaration.declarable;
    const { state, lists: listed } = await bringUp(peer, {
      clock,
      signal: peer.stop,
      clientInfo,
      ...declaration,
      onConnection: (connection) =>
        hear(peer, connection, {
          ...this.#options,
          onDoubt: () => void this.check(peer, connection),
        }),
      onSettled: async (connection, settled) => {
        lists.renew(peer);
        peer.revision = settled.revision;
        const { logLevel } = peer;
        // A server that refuses logs as it likes.
        if (logLevel !== undefined)
          void tellLogLevel(connection, settled, logLevel).catch(() => {});
        peer.heardOn = connection;
        await peer.listening.attach(connection, settled);
      },
      list: (kind, connection, settled) => refresh.first(peer, kind, { connection, settled }),
    });
    if (state.state === "unavailable") {
      peer.listening.detach(peer.heardOn, state.message);
      this.#fail(peer, state);
      return;
    }
    const { era } = state.settled;
    refresh.firstListed(peer, "tools", listed.tools, era);
    refresh.firstListed(peer, "prompts", listed.prompts, era);
    void state.connection.closed.then(({ message }) => {
      if (peer.state === state) this.#lose(peer, state, { reason: "connection_lost", message });
    });
    peer.health.wasReady = true;
    peer.health.lastDown = undefined;
    peer.health.readyAt = clock.now();
    peer.state = state;
    // Who waits for it is to find its tools as they are now.
    if (peer.health.comesBack) onRecovered();
    this.#options.onState(peer);
    refresh.missed(peer);
  }

  async #check(peer: Peer, ready: Extract<PeerState, { state: "ready" }>): Promise<void> {
    // What this side cannot send says nothing about the peer.
    const outcome = await askForLife(ready.connection, ready.settled).catch(() => undefined);
    if (outcome === undefined) return;
    const message = absence(outcome, ready.settled.era, this.#options.redact);
    if (message === undefined || peer.state !== ready) return;
    this.#lose(peer, ready, { reason: "connection_lost", message });
  }

  #lose(
    peer: Peer,
    ready: Extract<PeerState, { state: "ready" }>,
    why: { readonly reason: "closed" | "connection_lost"; readonly message: string },
  ): void {
    const { connection, record, elapsedMs } = ready;
    peer.listening.detach(peer.heardOn, why.message);
    peer.leaving = this.#patiently(() => connection.close());
    const down = { state: "unavailable", ...why, record, elapsedMs } as const;
    if (why.reason === "closed") this.#set(peer, down);
    else this.#fail(peer, down);
  }

  /** A peer is down, and comes up again by itself where that may help. */
  #fail(peer: Peer, down: Extract<PeerState, { state: "unavailable" }>): void {
    const { clock, random, emit, reportOf } = this.#options;
    const { health, options } = peer;
    if (health.wasReady && clock.now() - health.readyAt >= GOOD_LIFE_MS) health.failures = 0;
    health.readyAt = clock.now();
    health.failures += 1;
    const { recover = true, maxRestarts: maxFailures = 20 } = options;
    const { failures, wasReady } = health;
    const wait =
      recover && !peer.stop.aborted
        ? recoveryWait({ reason: down.reason, wasReady, failures, maxFailures }, random())
        : undefined;
    health.lastDown = wait === undefined ? down : { ...down, retryInMs: wait };
    if (wait !== undefined) {
      health.cancelRetry = clock.after(wait, () => {
        health.comesBack = true;
        void this.bringUp(peer).then(() => {
          health.comesBack = false;
        });
      });
    }
    this.#set(peer, health.lastDown);
    if (failures === TELL_AFTER) emit({ type: "failing", report: reportOf(peer), failures });
  }

  /** Waits for the end of something that a transport has to end. One that breaks its word holds up nobody. */
  #patiently(end: () => Promise<unknown> | undefined): Promise<void> {
    const ended = (async () => end())().catch(() => {});
    return atMost(END_MS, ended, this.#options.clock);
  }

  #set(peer: Peer, state: PeerState): void {
    peer.state = state;
    this.#options.onState(peer);
  }
}
