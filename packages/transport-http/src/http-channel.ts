import { type Channel, type CloseReason, type Era, IdTable, type Multiplexed } from "@x/connection";
import type { Incoming, Message, Request, RequestId } from "@x/wire";
import { Courier, type CourierOptions } from "./courier.js";
import { shownUrl } from "./endpoint.js";
import type { Delivery } from "./errand.js";
import type { EventStream, StreamTools } from "./event-stream.js";
import { BATCHING_REVISION } from "./frames.js";
import { goodbye } from "./goodbye.js";
import { Handshake, type Initialize } from "./handshake.js";
import { Lingering } from "./lingering.js";
import { type Headers, legacyHeaders, messageHeaders } from "./message-headers.js";
import { type Done, OldBinding } from "./old-binding.js";
import { Postbox } from "./postbox.js";
import { PATIENCE_MS } from "./posting.js";
import type { Refusal } from "./refusal.js";
import { type ReplyHost, RequestReply } from "./request-reply.js";
import { standingStream } from "./standing-stream.js";

/** What an {@link HttpChannel} is made with. */
export interface HttpChannelOptions extends CourierOptions, Omit<StreamTools, "courier"> {
  /** Whether a legacy server is asked for a stream of its own. */
  readonly listen: boolean;
  /** Called when nothing is sent any more. */
  readonly onDone: () => void;
}

/** Where what a channel receives goes. */
export type Receiver = Omit<Multiplexed, "connection">;

/** Names the server's own stream where a request would name a reply. */
const STANDING = "(the server's own stream)";

/**
 * One use of an endpoint: each message in a POST of its own, each request with a reply of its own.
 *
 * Modern servers are sent nothing else. For a legacy one there are its session, its own stream, streams
 * that go on after a break, and the old HTTP+SSE binding where `initialize` is refused as unknown.
 */
export class HttpChannel implements Channel {
  readonly #options: HttpChannelOptions;
  readonly #tools: StreamTools;
  readonly #courier: Courier;
  readonly #host: ReplyHost;
  readonly #replies = new IdTable<RequestReply>();
  readonly #postbox: Postbox;
  readonly #lingering: Lingering<RequestReply>;
  readonly #handshake: Handshake;
  #receiver: Receiver | undefined;
  #era: Era | undefined;
  #standing: EventStream | undefined;
  #old: OldBinding | undefined;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
    const { clock, random, maxBytes } = options;
    this.#courier = new Courier(options);
    this.#tools = { courier: this.#courier, clock, random, maxBytes };
    this.#lingering = new Lingering(clock, this.#replies, (reply) => this.#drop(reply));
    this.#handshake = new Handshake(options);
    this.#postbox = new Postbox((message) => this.#end({ type: "failed", message }));
    this.#host = {
      tools: this.#tools,
      resumes: () => this.#era?.era === "legacy",
      batches: () => this.#batches,
      streamHeaders: () => this.#legacyHeaders(),
      received: (reply, frames) => this.#received(reply, frames),
      refused: (reply, refusal) => this.#refused(reply, refusal),
      ends: (status) => this.#endsSession(status),
      settle: ({ id }, outcome) => this.#receiver?.settle(id, outcome),
      answered: (reply) => this.#lingering.answered(reply),
      over: (reply) => this.#replies.delete(reply),
    };
  }

  /** Where what is received goes; given once, before anything is sent. */
  attach(receiver: Receiver): void {
    this.#receiver = receiver;
    // An endpoint has no start to wait for: its first deadline is the usual one.
    receiver.received([]);
  }

  send(
    frame: string,
    done: Done | undefined,
    message: Message,
    headers: Headers | undefined,
  ): void {
    if (this.#old !== undefined) this.#old.send(frame, message, done);
    else if ("method" in message && "id" in message) this.#ask(frame, message, headers);
    else this.#tell(frame, message, done);
  }

  abandon(id: RequestId): boolean {
    const reply = this.#replies.get(id);
    if (reply !== undefined) this.#drop(reply);
    // To end the stream is the cancellation of modern servers, and means nothing to legacy ones.
    return this.#era?.era !== "legacy";
  }

  settled(era: Era): void {
    this.#era = era;
  }

  async close(): Promise<CloseReason> {
    const { session } = this.#handshake;
    const headers = this.#legacyHeaders();
    this.#stop();
    if (session !== undefined) await goodbye(this.#courier, this.#options.clock, headers);
    this.#options.onDone();
    const message = `This side closed the connection to ${shownUrl(this.#options.url)}.`;
    return { type: "local", message };
  }

  get #batches(): boolean {
    return this.#era?.era === "legacy" && this.#era.revision === BATCHING_REVISION;
  }

  #legacyHeaders(): Headers {
    return legacyHeaders({ era: this.#era, session: this.#handshake.session });
  }

  #delivery(body: string, message: Message, headers: Headers | undefined): Delivery {
    return {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...messageHeaders(message, { era: this.#era, session: this.#handshake.session }),
        ...headers,
      },
      body,
    };
  }

  #ask(frame: string, request: Request, headers: Headers | undefined): void {
    if (request.method === "initialize") this.#handshake.begin({ frame, request });
    const reply = new RequestReply(request, this.#host);
    // Of an exchange that is over: who takes ids of his own may have taken this one before.
    const former = this.#replies.get(request.id);
    if (former !== undefined) this.#drop(former);
    this.#replies.add(reply);
    const delivery = {
      ...this.#delivery(frame, request, headers),
      onAsking: () => this.#receiver?.hold(request.id) ?? (() => {}),
    };
    reply.cancelPost = this.#courier.send(delivery, reply);
  }

  /** A notification, or the answer to a request of a legacy server. */
  #tell(frame: string, message: Message, done: Done | undefined): void {
    this.#postbox.post(() => this.#delivery(frame, message, undefined), {
      ...this.#tools,
      patienceMs: PATIENCE_MS,
      ends: (status) => this.#endsSession(status),
      onPosted: (posted) => {
        done?.(posted.type === "taken", posted.type === "not_taken" ? posted.message : undefined);
        if (posted.type === "taken") this.#told(message);
      },
    });
  }

  #told(message: Message): void {
    const isHandshake = "method" in message && message.method === "notifications/initialized";
    if (!isHandshake || !this.#handshake.hears || this.#standing !== undefined) return;
    this.#standing = standingStream({
      tools: this.#tools,
      headers: () => this.#legacyHeaders(),
      batches: () => this.#batches,
      // A response has no place there, whoever waits for it.
      received: (frames) => this.#receiver?.received(frames, STANDING),
      gap: () => this.#receiver?.gap(),
      doubt: (why) => this.#receiver?.doubt(why),
      ends: (status) => this.#endsSession(status),
    });
  }

  #received(reply: RequestReply, frames: readonly Incoming[]): void {
    this.#handshake.received(reply, frames);
    this.#receiver?.received(frames, this.#batches ? undefined : reply.id);
  }

  #refused(reply: RequestReply, refusal: Refusal): boolean {
    const initialize = this.#handshake.unknownTo(reply, refusal);
    if (initialize === undefined) return false;
    this.#replies.delete(reply);
    this.#fallBack(initialize, refusal);
    return true;
  }

  /** Delivers `initialize` once more, by the binding of 2024-11-05. */
  #fallBack({ frame, request }: Initialize, refusal: Refusal): void {
    this.#old = new OldBinding({
      url: this.#options.url,
      tools: this.#tools,
      received: (frames) => this.#receiver?.received(frames),
      settle: (id, outcome) => this.#receiver?.settle(id, outcome),
      onAbsent: (why) => {
        this.#old = undefined;
        const body = `${refusal.body.slice(0, 1000)} (${why.slice(0, 500)})`.trimStart();
        this.#receiver?.settle(request.id, { ...refusal, body });
      },
      onEnd: (message) => this.#end({ type: "ended", message }),
    });
    this.#old.send(frame, request, undefined);
  }

  /** A session that the server does not know is over, and the connection with it. */
  #endsSession(status: number): boolean {
    if (!this.#handshake.loses(status)) return false;
    const url = shownUrl(this.#options.url);
    const message = `${url} no longer knows the session (HTTP 404). Open a new connection.`;
    this.#end({ type: "session_lost", message });
    return true;
  }

  #drop(reply: RequestReply): void {
    reply.stop();
    this.#replies.delete(reply);
  }

  #end(reason: CloseReason): void {
    try {
      this.#receiver?.ended(reason);
    } finally {
      this.#stop();
      this.#options.onDone();
    }
  }

  #stop(): void {
    this.#lingering.stop();
    this.#standing?.stop();
    this.#old?.stop();
    for (const reply of this.#replies) this.#drop(reply);
    this.#postbox.stop();
  }
}
