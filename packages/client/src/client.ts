import { Aborter, type Clock, type Off, type Transport } from "@x/connection";
import type { Collision, Entry, Quarantined } from "@x/registry";
import {
  type CallOptions,
  type CallOutcome,
  callTool,
  type Routes,
  type ToolResult,
} from "@x/router";
import type { Implementation } from "@x/wire";
import { atMost } from "./at-most.js";
import { callError } from "./call-error.js";
import { checkClientOptions, checkServerOptions } from "./check-options.js";
import { ClientError } from "./client-error.js";
import type { ClientEvent } from "./client-event.js";
import type { ClientOptions, ConnectOptions } from "./client-options.js";
import { Events } from "./events.js";
import { Namespace } from "./namespace.js";
import { asOfLastAttempt, newHealth, type Peer } from "./peer.js";
import { PeerLife } from "./peer-life.js";
import { platformClock } from "./platform-clock.js";
import { ReadyWaiters } from "./ready.js";
import { type PeerReport, reportOf } from "./report.js";
import { routing } from "./routing.js";
import type { ServerOptions } from "./server-options.js";

/**
 * One object for many MCP servers, modern and legacy.
 *
 * Each server is a peer with a life of its own: what one does wrong never harms another. Close the
 * client, or hold it with `await using`, and no connection or process of it is left.
 */
export class Client implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #clientInfo: Implementation;
  readonly #life: PeerLife;
  readonly #waiters: ReadyWaiters;
  readonly #peers = new Map<string, Peer>();
  readonly #namespace: Namespace;
  readonly #events = new Events();
  readonly #routes: Routes;
  /** The first connect(): what starts together is merged together. */
  #start: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  /** @throws ClientError `invalid_option`. */
  constructor(options: ClientOptions) {
    checkClientOptions(options);
    this.#clientInfo = options.clientInfo;
    const emit = (event: ClientEvent): void => this.#events.emit(event);
    this.#clock = options.clock ?? platformClock();
    this.#waiters = new ReadyWaiters(this.#clock);
    this.#namespace = new Namespace(options.collision ?? "prefix", (diff) =>
      emit({ type: "tools", diff }),
    );
    this.#life = new PeerLife({
      clock: this.#clock,
      clientInfo: options.clientInfo,
      maxConnecting: options.maxConnecting ?? 16,
      listTimeoutMs: options.listTimeoutMs ?? 30_000,
      onTap: options.onTap,
      onListed: (peer, list) => {
        if (this.#peers.get(peer.name) === peer) this.#namespace.park(list);
      },
      onState: (peer) => {
        this.#waiters.changed(peer);
        // A report is not made for nobody.
        if (this.#events.isHeard) emit({ type: "peer", report: this.#report(peer) });
      },
      emit,
      random: options.random ?? Math.random,
      onRecovered: () => this.#mergeLate(),
      reportOf: (peer) => this.#report(peer),
    });
    this.#routes = routing({
      registry: () => this.#namespace.registry,
      peer: (name) => this.#peer(name),
      life: this.#life,
      waiters: this.#waiters,
      clock: this.#clock,
    });
  }

  /** The merged tools: peers in declared order, tools by code point of their local name. */
  get tools(): readonly Entry[] {
    return this.#namespace.entries;
  }

  /** Every name that more than one server wanted, and who got which. */
  get collisions(): readonly Collision[] {
    return this.#namespace.collisions;
  }

  /** Tools that were left out, or kept with a restriction, each with its reason. */
  get quarantined(): readonly Quarantined[] {
    return this.#namespace.quarantined;
  }

  /** Where every peer stands, in declared order. */
  get peers(): readonly PeerReport[] {
    return [...this.#peers.values()].map((peer) => this.#report(peer));
  }

  /**
   * Declares a server; nothing is opened yet. The order of declaration decides who keeps a name.
   *
   * @throws ClientError `duplicate_server`, `invalid_server_name`, `invalid_option`, `client_closed`.
   */
  addServer(name: string, transport: Transport, options: ServerOptions = {}): void {
    this.#assertOpen();
    if (this.#peers.has(name)) {
      throw new ClientError(`There is a server "${name}" already. Give this one another name.`, {
        code: "duplicate_server",
      });
    }
    checkServerOptions(name, options, this.#clientInfo);
    this.#namespace.declare({ name, ...options.tools });
    this.#peers.set(name, {
      name,
      transport,
      options,
      stop: new Aborter(),
      state: { state: "idle" },
      seen: { faults: 0, late: 0 },
      bringUp: undefined,
      leaving: Promise.resolve(),
      relisting: undefined,
      health: newHealth(),
    });
  }

  /**
   * Ends a server and takes its tools out. The tools of the others keep their names.
   *
   * @throws ClientError `unknown_server`.
   */
  async removeServer(name: string): Promise<void> {
    const peer = this.#peer(name);
    this.#peers.delete(name);
    this.#namespace.remove(name);
    await this.#life.end(peer);
  }

  /**
   * Brings up every peer that is not ready, side by side, then merges their tools in declared order.
   *
   * Never fails because of a peer: the reports say who is ready, who is not and why, and who is late.
   *
   * @throws ClientError `client_closed`; `collision_rejected` under the policy `reject`, which also
   * closes every peer of this client.
   */
  async connect({ timeoutMs }: ConnectOptions = {}): Promise<readonly PeerReport[]> {
    this.#assertOpen();
    const starting = [...this.#peers.values()].filter(({ state }) => state.state !== "ready");
    const all = Promise.all(starting.map((peer) => this.#life.bringUp(peer)));
    const merged = (timeoutMs === undefined ? all : atMost(timeoutMs, all, this.#clock)).then(() =>
      this.#namespace.merge(),
    );
    this.#start ??= merged.catch(() => {});
    try {
      await merged;
    } catch (error) {
      await this.close();
      throw error;
    }
    for (const { bringUp } of starting) void bringUp?.then(() => this.#namespace.merge());
    return [...this.#peers.values()].map((peer) => this.#report(asOfLastAttempt(peer)));
  }

  /**
   * Closes a peer where it is open, and brings it up anew: negotiated from nothing, listed, merged.
   *
   * @throws ClientError `unknown_server`, `client_closed`.
   */
  async reconnect(name: string): Promise<PeerReport> {
    this.#assertOpen();
    const peer = this.#peer(name);
    // Names go by declared order at the start, so nobody is merged before those who start together.
    if (!this.#namespace.started) await this.#start;
    peer.health.failures = 0;
    this.#life.drop(peer);
    await this.#life.bringUp(peer);
    this.#namespace.merge();
    return this.#report(peer);
  }

  /**
   * Calls a tool by its canonical name and gives its result, `isError` included.
   *
   * @throws ClientError where there is no result; RouterError and WireError for arguments that cannot be sent.
   */
  callTool(name: string, args?: object, options?: CallOptions): Promise<ToolResult> {
    if (this.#closing !== undefined) return Promise.reject(closedError());
    return callTool(this.#routes, name, args, options).then(resultOf);
  }

  /**
   * Hears of peers, tools, faults and notifications until the returned function is called. What a
   * listener throws disturbs nobody, and surfaces as an unhandled rejection.
   */
  on(listener: (event: ClientEvent) => void): Off {
    return this.#events.on(listener);
  }

  /** Ends every peer; pending calls settle; settles itself when nothing is left. */
  close(): Promise<void> {
    this.#closing ??= this.#life.endAll([...this.#peers.values()]);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Merges what came by itself; before the start has been merged, with it. */
  #mergeLate(): void {
    if (this.#closing !== undefined) return;
    if (this.#namespace.started) this.#namespace.merge();
    else void this.#start?.then(() => this.#namespace.merge());
  }

  #report(peer: Peer): PeerReport {
    return reportOf(peer, this.#namespace.count(peer.name));
  }

  #peer(name: string): Peer {
    const peer = this.#peers.get(name);
    if (peer !== undefined) return peer;
    throw new ClientError(`There is no server "${name}". Declare it with addServer().`, {
      code: "unknown_server",
    });
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw closedError();
  }
}

function resultOf(outcome: CallOutcome): ToolResult {
  if (outcome.type === "result") return outcome.result;
  throw callError(outcome);
}

function closedError(): ClientError {
  return new ClientError("This client is closed. Make a new one.", { code: "client_closed" });
}
