import type { Client, ClientEvent, PeerReport } from "@x/client";
import type { Transport } from "@x/connection";
import type { CollisionPolicy } from "@x/registry";
import { COLLIDING_SERVER, DEMO_SERVERS, type DemoServer } from "../demo-servers.js";
import { ConsoleError } from "./console-error.js";
import { EventLog } from "./event-log.js";
import { eventText, subscriptionText } from "./event-text.js";
import { newClient, serverOptions } from "./new-client.js";
import { Programs } from "./programs.js";
import type { ClientView, ConsoleEvent, ConsoleSnapshot, Frame } from "./protocol.js";
import { Questions } from "./questions.js";
import { type Declared, peerView, toolView } from "./views.js";
import { WireFeed } from "./wire-feed.js";

/** What a page hears of the host. */
export interface HostListener {
  /** The snapshot is another one now. */
  readonly changed: () => void;
  readonly frame: (frame: Frame) => void;
  readonly event: (event: ConsoleEvent) => void;
}

/**
 * One client for the demo's servers, for as long as the console is open, and everything that pages see of
 * it. The client is another one after the collision policy was switched.
 */
export class ConsoleHost {
  readonly questions: Questions = new Questions(() => this.#changed());
  readonly programs: Programs;
  readonly #startedAt = performance.now();
  readonly #listeners = new Set<HostListener>();
  readonly #wire: WireFeed;
  readonly #events: EventLog;
  readonly #declared = new Map<string, Declared>();
  readonly #subscriptions = new Map<string, string>();
  #client: Client;
  #clients = 0;
  #view: ClientView = { state: "connecting", policy: "prefix", message: null };
  #isEnding = false;
  /** Whatever changes who is declared, or how, comes one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  /** Programs are in the directory `servers`. Nothing is started yet. */
  constructor(servers: URL) {
    this.programs = new Programs({
      servers,
      onStderr: (peer, text) => this.tell({ kind: "stderr", peer, text }),
      onChange: () => this.#changed(),
    });
    this.#wire = new WireFeed(this.#startedAt, (frame) => {
      for (const { frame: hear } of this.#listeners) hear(frame);
    });
    this.#events = new EventLog(this.#startedAt, (event) => {
      for (const { event: hear } of this.#listeners) hear(event);
    });
    this.#client = this.#newClient("prefix");
  }

  /** Starts the servers over HTTP, declares all, and connects. Never fails because of a server. */
  start(): Promise<void> {
    return this.inTurn(async () => {
      const all = await Promise.all(
        DEMO_SERVERS.map(async (server) => ({
          server,
          transport: await this.programs.transportTo(server),
        })),
      );
      for (const { server, transport } of all) {
        if (transport !== undefined) this.#declare(server, transport);
      }
      await this.#connect();
    });
  }

  get recentFrames(): readonly Frame[] {
    return this.#wire.recent;
  }

  get recentEvents(): readonly ConsoleEvent[] {
    return this.#events.recent;
  }

  /** The client while it runs. @throws ConsoleError `client_stopped`. */
  get client(): Client {
    if (this.#view.state !== "stopped") return this.#client;
    throw new ConsoleError(`The client has stopped: ${this.#view.message}`, {
      code: "client_stopped",
    });
  }

  /** Everything as it is now. */
  snapshot(): ConsoleSnapshot {
    const { peers, prompts, collisions, quarantined } = this.#client.snapshot();
    return {
      client: this.#view,
      peers: peers.map((peer) =>
        peerView(peer, {
          declared: this.#declared.get(peer.name),
          programs: this.programs,
          subscription: this.#subscriptions.get(peer.name),
        }),
      ),
      tools: this.#client.tools.map(toolView),
      prompts,
      collisions,
      quarantined,
      questions: this.questions.all,
      hasColliding: this.#declared.has(COLLIDING_SERVER.name),
    };
  }

  /** Hears of everything until the returned function is called. */
  on(listener: HostListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the pages of one thing that happened. */
  tell(told: Omit<ConsoleEvent, "n" | "at">): void {
    this.#events.add(told);
  }

  /** Where a peer stands. @throws ConsoleError `cannot_be_done` where there is none of this name. */
  peer(name: string): PeerReport {
    const found = this.client.peers.find((peer) => peer.name === name);
    if (found !== undefined) return found;
    throw new ConsoleError(`There is no server ${name}.`, { code: "cannot_be_done" });
  }

  /** Gives a server the permission to be legacy, or takes it away, and negotiates from nothing. */
  allowLegacy(name: string, allow: boolean): Promise<PeerReport> {
    return this.inTurn(async () => {
      const { client } = this;
      this.peer(name);
      const declared = this.#declared.get(name);
      if (declared === undefined) throw new Error(`${name} was never declared.`);
      await this.programs.resume(name);
      this.#declared.set(name, { ...declared, allowLegacy: allow });
      await client.replaceServer(name, declared.transport, serverOptions(allow));
      return client.reconnect(name);
    });
  }

  /** Adds the peer whose tool has the name of another one. */
  addColliding(): Promise<PeerReport> {
    return this.inTurn(async () => {
      const { client } = this;
      const { name } = COLLIDING_SERVER;
      if (this.#declared.has(name)) {
        throw new ConsoleError(`${name} was added already.`, { code: "cannot_be_done" });
      }
      const transport = await this.programs.transportTo(COLLIDING_SERVER);
      if (transport === undefined) throw new Error(`${name} cannot be reached.`);
      this.#declare(COLLIDING_SERVER, transport);
      return client.reconnect(name);
    });
  }

  /** Takes it away again. */
  removeColliding(): Promise<void> {
    return this.inTurn(async () => {
      const { client } = this;
      this.peer(COLLIDING_SERVER.name);
      await this.programs.resume(COLLIDING_SERVER.name);
      this.#declared.delete(COLLIDING_SERVER.name);
      await client.removeServer(COLLIDING_SERVER.name);
      this.#changed();
    });
  }

  /** Closes the client and makes a new one with another policy; the servers over HTTP go on. */
  switchPolicy(policy: CollisionPolicy): Promise<ClientView> {
    return this.inTurn(async () => {
      await this.programs.resumeAll();
      await this.#client.close();
      if (this.#isEnding) throw new ConsoleError("The console ends.", { code: "client_stopped" });
      this.#subscriptions.clear();
      this.#view = { state: "connecting", policy, message: null };
      this.#client = this.#newClient(policy);
      for (const [name, { transport, allowLegacy }] of this.#declared) {
        this.#client.addServer(name, transport, serverOptions(allowLegacy));
      }
      await this.#connect();
      return this.#view;
    });
  }

  /** One after the other, whatever becomes of the one before. */
  inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(change);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends everything: no process is left. */
  async close(): Promise<void> {
    this.#isEnding = true;
    await this.programs.resumeAll();
    await this.#client.close();
    // What was being changed may have come to another client meanwhile.
    await this.#turn;
    await this.#client.close();
    await this.programs.end();
  }

  #declare(server: Omit<DemoServer, "expected">, transport: Transport): void {
    const { name, allowLegacy } = server;
    this.#declared.set(name, { ...server, transport });
    this.#client.addServer(name, transport, serverOptions(allowLegacy));
  }

  async #connect(): Promise<void> {
    this.#changed();
    const { policy } = this.#view;
    try {
      await this.#client.connect();
      this.#view = { state: "running", policy, message: null };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#view = { state: "stopped", policy, message };
    }
    this.#changed();
  }

  #newClient(policy: CollisionPolicy): Client {
    this.#clients += 1;
    const number = this.#clients;
    return newClient(policy, {
      ask: this.questions.ask,
      onEvent: (event) => this.#hear(event),
      onTap: (peer, event, connection) => this.#wire.add(number, peer, event, connection),
    });
  }

  #hear(event: ClientEvent): void {
    if (event.type === "peer" && event.report.state === "unavailable") {
      this.programs.gone(event.report.name);
      this.#subscriptions.delete(event.report.name);
    }
    if (event.type === "subscription") {
      this.#subscriptions.set(event.peer, subscriptionText(event.event));
    }
    this.tell(eventText(event));
    this.#changed();
  }

  #changed(): void {
    for (const { changed } of this.#listeners) changed();
  }
}
