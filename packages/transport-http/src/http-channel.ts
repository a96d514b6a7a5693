import type { Channel, CloseReason, Era, Multiplexed } from "@x/connection";
import type { Incoming, Message, Request, RequestId } from "@x/wire";
import { Courier, type CourierOptions, type Delivery } from "./courier.js";
import { shownUrl } from "./endpoint.js";
import type { EventStream, StreamTools } from "./event-stream.js";
import { BATCHING_REVISION } from "./frames.js";
import { goodbye } from "./goodbye.js";
import { Lingering } from "./lingering.js";
import { type Headers, legacyHeaders, messageHeaders } from "./message-headers.js";
import { type Done, OldBinding } from "./old-binding.js";
import { Posting } from "./posting.js";
import { type Refused, type ReplyHost, RequestReply } from "./request-reply.js";
import { mayBeHeard, standingStream } from "./standing-stream.js";

/** What an {@link HttpChannel} is made with. */
export interface HttpChannelOptions extends CourierOptions, Omit<StreamTools, "courier"> {
  readonly redact: (text: string) => string;
  /** Whether a legacy server is asked for a stream of its own. */
  readonly listen: boolean;
  /** Called when nothing is sent any more. */
  readonly onDone: () => void;
}

/** Where what a channel receives goes. */
export type Receiver = Omit<Multiplexed, "connection">;

/** An `initialize` that may have to be delivered once more. */
interface Initialize {
  readonly frame: string;
  readonly request: Request;
}

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
  readonly #replies = new Map<RequestId, RequestReply>();
  readonly #posts = new Set<Posting>();
  readonly #lingering: Lingering;
  #receiver: Receiver | undefined;
  #era: Era | undefined;
  #session: string | undefined;
  #initialize: Initialize | undefined;
  /** Whether the server is asked for a stream of its own once the handshake is over. */
  #hears = false;
  #standing: EventStream | undefined;
  #old: OldBinding | undefined;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
    const { clock, random, maxBytes } = options;
    this.#courier = new Courier(options);
    this.#tools = { courier: this.#courier, clock, random, maxBytes };
    this.#lingering = new Lingering(clock);
    this.#host = {
      tools: this.#tools,
      redact: options.redact,
      resumes: () => this.#era?.era === "legacy",
      batches: () => this.#batches,
      streamHeaders: () => this.#legacyHeaders(),
      received: (reply, frames) => this.#received(reply, frames),
      refused: (reply, refusal) => this.#refused(reply, refusal),
      ends: (status) => this.#endsSession(status),
      settle: ({ id }, outcome) => this.#receiver?.settle(id, outcome),
      answered: (reply) => this.#lingering.add(reply),
      over: (reply) => this.#forget(reply),
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
    if (reply === undefined) return false;
    reply.stop();
    this.#forget(reply);
    // To end the stream is the cancellation of modern servers, and means nothing to legacy ones.
    return this.#era?.era !== "legacy";
  }

  settled(era: Era): void {
    this.#era = era;
  }

  async close(): Promise<CloseReason> {
    const session = this.#session;
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
    return legacyHeaders({ era: this.#era, session: this.#session });
  }

  #delivery(body: string, message: Message, headers: Headers | undefined): Delivery {
    return {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...messageHeaders(message, { era: this.#era, session: this.#session }),
        ...headers,
      },
      body,
    };
  }

  #ask(frame: string, request: Request, headers: Headers | undefined): void {
    if (request.method === "initialize") this.#initialize = { frame, request };
    const reply = new RequestReply(request.id, this.#host);
    this.#replies.set(request.id, reply);
    reply.cancelPost = this.#courier.send(this.#delivery(frame, request, headers), reply);
  }

  /** A notification, or the answer to a request of a legacy server. */
  #tell(frame: string, message: Message, done: Done | undefined): void {
    const posting: Posting = new Posting(this.#courier, this.#delivery(frame, message, undefined), {
      redact: this.#options.redact,
      onEnd: (problem) => {
        this.#posts.delete(posting);
        done?.(problem === undefined, problem?.message);
        if (problem === undefined) this.#told(message);
        else if (problem.status !== undefined) this.#endsSession(problem.status);
      },
    });
    this.#posts.add(posting);
  }

  #told(message: Message): void {
    const isHandshake = "method" in message && message.method === "notifications/initialized";
    if (!isHandshake || !this.#hears || this.#standing !== undefined) return;
    this.#standing = standingStream({
      tools: this.#tools,
      headers: () => this.#legacyHeaders(),
      batches: () => this.#batches,
      received: (frames) => this.#receiver?.received(frames),
    });
  }

  #received(reply: RequestReply, frames: readonly Incoming[]): void {
    const initialize = this.#initialize?.request;
    if (initialize?.id === reply.id) {
      this.#initialize = undefined;
      this.#hears = this.#options.listen && mayBeHeard(initialize, frames);
      const { session } = reply;
      if (session !== undefined && /^[\x21-\x7e]+$/.test(session)) this.#session = session;
    }
    this.#receiver?.received(frames, this.#batches ? undefined : reply.id);
  }

  #refused(reply: RequestReply, refusal: Refused): boolean {
    const { status } = refusal;
    const initialize = this.#initialize;
    const isUnknown = status === 400 || status === 404 || status === 405;
    if (initialize?.request.id !== reply.id || !isUnknown) return false;
    this.#initialize = undefined;
    this.#forget(reply);
    this.#fallBack(initialize, refusal);
    return true;
  }

  /** Delivers `initialize` once more, by the binding of 2024-11-05. */
  #fallBack({ frame, request }: Initialize, refusal: Refused): void {
    const { url, maxBytes, redact } = this.#options;
    this.#old = new OldBinding({
      url,
      courier: this.#courier,
      maxBytes,
      redact,
      received: (frames) => this.#receiver?.received(frames),
      settle: (id, outcome) => this.#receiver?.settle(id, outcome),
      onAbsent: (why) => {
        this.#old = undefined;
        const body = refusal.body === "" ? why : `${refusal.body} (${why})`;
        this.#receiver?.settle(request.id, { ...refusal, body });
      },
      onEnd: (message) => this.#end({ type: "ended", message }),
    });
    this.#old.send(frame, request, undefined);
  }

  /** A session that the server does not know is over, and the connection with it. */
  #endsSession(status: number): boolean {
    if (status !== 404 || this.#session === undefined) return false;
    this.#session = undefined;
    const url = shownUrl(this.#options.url);
    const message = `${url} no longer knows the session (HTTP 404). Open a new connection.`;
    this.#end({ type: "session_lost", message });
    return true;
  }

  #forget(reply: RequestReply): void {
    this.#lingering.delete(reply);
    if (this.#replies.get(reply.id) === reply) this.#replies.delete(reply.id);
  }

  #end(reason: CloseReason): void {
    this.#receiver?.ended(reason);
    this.#stop();
    this.#options.onDone();
  }

  #stop(): void {
    this.#lingering.stop();
    this.#standing?.stop();
    this.#old?.stop();
    for (const reply of this.#replies.values()) reply.stop();
    this.#replies.clear();
    for (const posting of this.#posts) posting.stop();
    this.#posts.clear();
  }
}
