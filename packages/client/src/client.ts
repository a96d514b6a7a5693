// A host without the types of Node may have no `AsyncDisposable` of its own.
/// <reference lib="esnext.disposable" preserve="true" />
import type { Off, Transport } from "@x/connection";
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
import type { ClientEvent } from "./client-event.js";
import type { ClientOptions, ConnectOptions } from "./client-options.js";
import type { ReadOptions } from "./deadline.js";
import { freshEntries } from "./fresh-entries.js";
import { type Listing, listingOf } from "./listing.js";
import { completionOf, promptOf, toolCall } from "./named-requests.js";
import { otherRequest, type RequestOptions } from "./other-request.js";
import { partsOf } from "./parts.js";
import { ping, setLogLevel } from "./peer-requests.js";
import type { PeerReport } from "./report.js";
import type { Resource, ResourceTemplate } from "./resource.js";
import { type ResourceReading, resourceOf } from "./resource-reading.js";
import type { ServerOptions } from "./server-options.js";
import { closedError, Servers } from "./servers.js";
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
  readonly #servers: Servers;
  readonly #redact: (text: string) => string;

  /** @throws ClientError `invalid_option`. */
  constructor(options: ClientOptions) {
    checkClientOptions(options);
    this.#redact = options.redact ?? ((text) => text);
    this.#servers = new Servers((isClosed) => partsOf(options, isClosed));
  }

  /** The merged tools as last listed: peers in declared order, tools by code point of their local name. */
  get tools(): readonly Entry[] {
    return this.#servers.parts.catalogue.tools.entries;
  }

  /** The merged prompts, likewise. */
  get prompts(): readonly PromptEntry[] {
    return this.#servers.parts.catalogue.prompts.entries;
  }

  /** Every name that more than one server wanted, and who got which: of tools, then of prompts. */
  get collisions(): readonly Collision[] {
    return this.#servers.parts.catalogue.collisions;
  }

  /** Tools and prompts that were left out, or kept with a restriction, each with its reason. */
  get quarantined(): readonly Quarantined[] {
    return this.#servers.parts.catalogue.quarantined;
  }

  /** Where every peer stands, in declared order. */
  get peers(): readonly PeerReport[] {
    return this.#servers.parts.peers.all.map(this.#servers.parts.report);
  }

  /**
   * Declares a server; nothing is opened yet. The order of declaration decides who keeps a name.
   *
   * @throws ClientError `duplicate_server`, `invalid_server_name`, `invalid_option`, `client_closed`.
   */
  addServer(name: string, transport: Transport, options: ServerOptions = {}): void {
    this.#servers.add(name, transport, options);
  }

  /**
   * Puts another server in the place of one, such as after its command or endpoint changed. All that was
   * learnt of it is dropped: its era, its tools, what was remembered of its results. Its place in the
   * declared order and the subscriptions to it stay. Nothing is opened yet.
   *
   * @throws ClientError `unknown_server`, `invalid_option`, `client_closed`.
   */
  replaceServer(name: string, transport: Transport, options: ServerOptions = {}): Promise<void> {
    return this.#servers.replace(name, transport, options);
  }

  /**
   * Ends a server and takes its tools out. The tools of the others keep their names.
   *
   * @throws ClientError `unknown_server`.
   */
  removeServer(name: string): Promise<void> {
    return this.#servers.remove(name);
  }

  /**
   * Brings up every peer that is not ready, side by side, then merges their tools in declared order.
   *
   * Never fails because of a peer: the reports say who is ready, who is not and why, and who is late.
   *
   * @throws ClientError `client_closed`; `collision_rejected` under the policy `reject`, which also
   * closes every peer of this client. ConnectionError `invalid_deadline`.
   */
  connect(options: ConnectOptions = {}): Promise<readonly PeerReport[]> {
    return this.#servers.connect(options);
  }

  /**
   * Closes a peer where it is open, and brings it up anew: negotiated from nothing, listed, merged.
   *
   * @throws ClientError `unknown_server`, `client_closed`.
   */
  reconnect(name: string): Promise<PeerReport> {
    return this.#servers.reconnect(name);
  }

  /** Calls a tool by its canonical name and gives its result, `isError` included. */
  callTool(name: string, args?: object, options?: CallOptions): Promise<ToolResult> {
    const { isClosed, parts } = this.#servers;
    return isClosed ? Promise.reject(closedError()) : toolCall(parts, name, args, options);
  }

  /** The merged tools, after every list of a peer that is ready and no longer fresh was read anew. */
  async listTools(options: ReadOptions = {}): Promise<readonly Entry[]> {
    await freshEntries(this.#servers.open(), "tools", options);
    return this.tools;
  }

  /** The merged prompts, likewise. */
  async listPrompts(options: ReadOptions = {}): Promise<readonly PromptEntry[]> {
    await freshEntries(this.#servers.open(), "prompts", options);
    return this.prompts;
  }

  /** Gets a prompt by its canonical name, with these arguments. */
  async getPrompt(
    name: string,
    args?: { readonly [name: string]: string },
    options?: CallOptions,
  ): Promise<PromptResult> {
    return promptOf(this.#servers.open(), name, args, options);
  }

  /** What a server lists of resources. URIs are its own: another server may use the same ones. */
  async listResources(server: string, options: ReadOptions = {}): Promise<Listing<Resource>> {
    return listingOf(this.#servers.open(), server, "resources", options);
  }

  /** The families of resources that a server lists. */
  async listResourceTemplates(
    server: string,
    options: ReadOptions = {},
  ): Promise<Listing<ResourceTemplate>> {
    return listingOf(this.#servers.open(), server, "resourceTemplates", options);
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
    return resourceOf(this.#servers.open(), { server, uri }, options);
  }

  /** What an argument of a prompt, or of a server's resource template, could be. */
  async complete(
    subject: CompletionSubject,
    argument: CompletionArgument,
    options?: CallOptions,
  ): Promise<Completion> {
    return completionOf(this.#servers.open(), subject, argument, options);
  }

  /** Asks a server for what there is no method for here, such as one of an extension; sent once. */
  async request(
    server: string,
    method: string,
    params?: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    const asked = params === undefined ? { server, method } : { server, method, params };
    return otherRequest(this.#servers.open(), asked, options);
  }

  /** Asks a server that is ready for a sign of life; gives how long that took, in milliseconds. */
  async ping(server: string, options: SignOptions = {}): Promise<number> {
    const { peers, clock } = this.#servers.open();
    return ping(peers.get(server), clock, options);
  }

  /**
   * Asks a server for log messages of at least this severity, on this connection and all that follow.
   *
   * @throws ClientError `invalid_option`; `not_declared` where a server that is ready does not log.
   */
  async setLogLevel(server: string, level: LogLevel, options: SignOptions = {}): Promise<void> {
    await setLogLevel(this.#servers.open().peers.get(server), level, options);
  }

  /**
   * Hears what changes at a server, over all its connections; begins when it is ready.
   *
   * @throws ClientError `unknown_server`, `client_closed`; SubscriptionsError `invalid_filter`.
   */
  listen(server: string, filter: SubscriptionFilter, options?: ListenOptions): Subscription {
    return this.#servers.open().peers.get(server).listening.listen(filter, options);
  }

  /**
   * Hears of peers, lists, faults, logs and notifications until the returned function is called. What a
   * listener throws disturbs nobody, and surfaces as an unhandled rejection.
   */
  on(listener: (event: ClientEvent) => void): Off {
    return this.#servers.parts.events.on(listener);
  }

  /** Everything at this moment that helps to understand it, as plain data without what is secret. */
  snapshot(): Snapshot {
    const { peers, catalogue } = this.#servers.parts;
    return snapshotOf(peers.all, catalogue, this.#redact);
  }

  /** Ends every peer and subscription; pending calls settle; settles itself when nothing is left. */
  close(): Promise<void> {
    return this.#servers.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
