import { checkDeadline, type Off, type Transport } from "@x/connection";
import type { Collision, Entry, PromptEntry, Quarantined } from "@x/registry";
import type {
  CallOptions,
  Completion,
  CompletionArgument,
  CompletionSubject,
  PromptResult,
  ToolResult,
} from "@x/router";
import type { ListenOptions, Subscription, SubscriptionFilter } from "@x/subscriptions";
import type { JsonObject, LogLevel } from "@x/wire";
import { checkClientOptions } from "./check-options.js";
import { ClientError } from "./client-error.js";
import type { ClientEvent } from "./client-event.js";
import type { ClientOptions, ConnectOptions } from "./client-options.js";
import type { ReadOptions } from "./deadline.js";
import { freshEntries } from "./fresh-entries.js";
import { type Listing, listingOf } from "./listing.js";
import { completionOf, promptOf, toolCall } from "./named-requests.js";
import { otherRequest, type RequestOptions } from "./other-request.js";
import { type Parts, partsOf } from "./parts.js";
import { asOfLastAttempt } from "./peer.js";
import { ping, setLogLevel } from "./peer-requests.js";
import type { PeerReport } from "./report.js";
import { type Resource, type ResourceTemplate, resourceFlaw, templateFlaw } from "./resource.js";
import { type ResourceReading, resourceOf } from "./resource-reading.js";
import type { ServerOptions } from "./server-options.js";
import type { SignOptions } from "./signs.js";
import { type Snapshot, snapshotOf } from "./snapshot.js";

/**
 * One object for many MCP servers, modern and legacy.
 *
 * Each server is a peer with a life of its own: what one does wrong never harms another. Close the
 * client, or hold it with `await using`, and no connection or process of it is left.
 *
 * Whatever is asked of a server, directly or by a merged name, gives its result or rejects with a
 * ClientError that names the server, what was asked and the remedy; RouterError and WireError are for
 * arguments that cannot be sent.
 */
export class Client implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #redact: (text: string) => string;
  #closing: Promise<void> | undefined;

  /** @throws ClientError `invalid_option`. */
  constructor(options: ClientOptions) {
    checkClientOptions(options);
    this.#redact = options.redact ?? ((text) => text);
    this.#parts = partsOf(options, () => this.#closing !== undefined);
  }

  /** The merged tools as last listed: peers in declared order, tools by code point of their local name. */
  get tools(): readonly Entry[] {
    return this.#parts.catalogue.tools.entries;
  }

  /** The merged prompts, likewise. */
  get prompts(): readonly PromptEntry[] {
    return this.#parts.catalogue.prompts.entries;
  }

  /** Every name that more than one server wanted, and who got which: of tools, then of prompts. */
  get collisions(): readonly Collision[] {
    return this.#parts.catalogue.collisions;
  }

  /** Tools and prompts that were left out, or kept with a restriction, each with its reason. */
  get quarantined(): readonly Quarantined[] {
    return this.#parts.catalogue.quarantined;
  }

  /** Where every peer stands, in declared order. */
  get peers(): readonly PeerReport[] {
    return this.#parts.peers.all.map(this.#parts.report);
  }

  /**
   * Declares a server; nothing is opened yet. The order of declaration decides who keeps a name.
   *
   * @throws ClientError `duplicate_server`, `invalid_server_name`, `invalid_option`, `client_closed`.
   */
  addServer(name: string, transport: Transport, options: ServerOptions = {}): void {
    this.#open().peers.add(name, transport, options);
  }

  /**
   * Puts another server in the place of one, such as after its command or endpoint changed. All that was
   * learnt of it is dropped: its era, its tools, what was remembered of its results. Its place in the
   * declared order and the subscriptions to it stay. Nothing is opened yet.
   *
   * @throws ClientError `unknown_server`, `invalid_option`, `client_closed`.
   */
  async replaceServer(
    name: string,
    transport: Transport,
    options: ServerOptions = {},
  ): Promise<void> {
    const { peers, lists, life } = this.#open();
    const before = peers.replace(name, transport, options);
    lists.forget(before);
    await life.end(before);
  }

  /**
   * Ends a server and takes its tools out. The tools of the others keep their names.
   *
   * @throws ClientError `unknown_server`.
   */
  async removeServer(name: string): Promise<void> {
    const { peers, life } = this.#parts;
    await life.end(peers.remove(name));
  }

  /**
   * Brings up every peer that is not ready, side by side, then merges their tools in declared order.
   *
   * Never fails because of a peer: the reports say who is ready, who is not and why, and who is late.
   *
   * @throws ClientError `client_closed`; `collision_rejected` under the policy `reject`, which also
   * closes every peer of this client. ConnectionError `invalid_deadline`.
   */
  async connect({ timeoutMs }: ConnectOptions = {}): Promise<readonly PeerReport[]> {
    const { peers, startup, report } = this.#open();
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

  /**
   * Closes a peer where it is open, and brings it up anew: negotiated from nothing, listed, merged.
   *
   * @throws ClientError `unknown_server`, `client_closed`.
   */
  async reconnect(name: string): Promise<PeerReport> {
    const { peers, startup, report } = this.#open();
    const peer = peers.get(name);
    await startup.reconnect(peer);
    return report(peer);
  }

  /** Calls a tool by its canonical name and gives its result, `isError` included. */
  callTool(name: string, args?: object, options?: CallOptions): Promise<ToolResult> {
    if (this.#closing !== undefined) return Promise.reject(closedError());
    return toolCall(this.#parts, name, args, options);
  }

  /** The merged tools, after every list of a peer that is ready and no longer fresh was read anew. */
  async listTools(options: ReadOptions = {}): Promise<readonly Entry[]> {
    await freshEntries(this.#open(), "tools", options);
    return this.tools;
  }

  /** The merged prompts, likewise. */
  async listPrompts(options: ReadOptions = {}): Promise<readonly PromptEntry[]> {
    await freshEntries(this.#open(), "prompts", options);
    return this.prompts;
  }

  /** Gets a prompt by its canonical name, with these arguments. */
  async getPrompt(
    name: string,
    args?: { readonly [name: string]: string },
    options?: CallOptions,
  ): Promise<PromptResult> {
    return promptOf(this.#open(), name, args, options);
  }

  /** What a server lists of resources. URIs are its own: another server may use the same ones. */
  async listResources(server: string, options: ReadOptions = {}): Promise<Listing<Resource>> {
    return this.#listing(server, "resources", resourceFlaw, options);
  }

  /** The families of resources that a server lists. */
  async listResourceTemplates(
    server: string,
    options: ReadOptions = {},
  ): Promise<Listing<ResourceTemplate>> {
    return this.#listing(server, "resourceTemplates", templateFlaw, options);
  }

  /**
   * What a resource of a server holds: as remembered while that is fresh, else read anew. What is given
   * though it is not fresh has `staleness`.
   */
  async readResource(
    server: string,
    uri: string,
    options: ReadOptions = {},
  ): Promise<ResourceReading> {
    const { peers, clock, lists, routes, observer, events } = this.#open();
    const all = { ...options, clock, lists, routes, observer, events };
    return resourceOf(peers.get(server), uri, all);
  }

  /** What an argument of a prompt, or of a server's resource template, could be. */
  async complete(
    subject: CompletionSubject,
    argument: CompletionArgument,
    options?: CallOptions,
  ): Promise<Completion> {
    return completionOf(this.#open(), subject, argument, options);
  }

  /** Asks a server for what there is no method for here, such as one of an extension; sent once. */
  async request(
    server: string,
    method: string,
    params?: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    const asked = params === undefined ? { server, method } : { server, method, params };
    return otherRequest(this.#open(), asked, options);
  }

  /** Asks a server that is ready for a sign of life; gives how long that took, in milliseconds. */
  async ping(server: string, options: SignOptions = {}): Promise<number> {
    const { peers, clock } = this.#open();
    return ping(peers.get(server), clock, options);
  }

  /**
   * Asks a server for log messages of at least this severity, on this connection and all that follow.
   *
   * @throws ClientError `invalid_option`; `not_declared` where a server that is ready does not log.
   */
  async setLogLevel(server: string, level: LogLevel, options: SignOptions = {}): Promise<void> {
    await setLogLevel(this.#open().peers.get(server), level, options);
  }

  /**
   * Hears what changes at a server, over all its connections; begins when it is ready.
   *
   * @throws ClientError `unknown_server`, `client_closed`; SubscriptionsError `invalid_filter`.
   */
  listen(server: string, filter: SubscriptionFilter, options?: ListenOptions): Subscription {
    return this.#open().peers.get(server).listening.listen(filter, options);
  }

  /**
   * Hears of peers, lists, faults, logs and notifications until the returned function is called. What a
   * listener throws disturbs nobody, and surfaces as an unhandled rejection.
   */
  on(listener: (event: ClientEvent) => void): Off {
    return this.#parts.events.on(listener);
  }

  /** Everything at this moment that helps to understand it, as plain data without what is secret. */
  snapshot(): Snapshot {
    const { peers, catalogue } = this.#parts;
    return snapshotOf(peers.all, catalogue, this.#redact);
  }

  /** Ends every peer and subscription; pending calls settle; settles itself when nothing is left. */
  close(): Promise<void> {
    const { peers, life } = this.#parts;
    if (this.#closing === undefined) for (const { listening } of peers.all) listening.close();
    this.#closing ??= life.endAll(peers.all);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #listing<Item>(
    server: string,
    kind: "resources" | "resourceTemplates",
    flawOf: (value: unknown) => string | undefined,
    options: ReadOptions,
  ): Promise<Listing<Item>> {
    const { peers, clock, lists, routes } = this.#open();
    const { recovery } = routes;
    const all = { ...options, clock, lists, recovery };
    return listingOf<Item>(peers.get(server), kind, flawOf, all);
  }

  #open(): Parts {
    if (this.#closing !== undefined) throw closedError();
    return this.#parts;
  }
}

function closedError(): ClientError {
  return new ClientError("This client is closed. Make a new one.", { code: "client_closed" });
}
