import type { Cancel, ExchangeOutcome } from "@x/connection";
import { type Incoming, type Message, peekId, type RequestId } from "@x/wire";
import { redirectTarget } from "./endpoint.js";
import type { Delivery } from "./errand.js";
import type { StreamTools } from "./event-stream.js";
import { framesOf } from "./frames.js";
import { isEventStream } from "./media-type.js";
import { Postbox } from "./postbox.js";
import { PATIENCE_MS, Posting, type PostingHost } from "./posting.js";
import type { HttpHeader, HttpSink } from "./send.js";
import { SseDecoder } from "./sse-decoder.js";

/** Told whether a message was taken, and why not where the connection lives on. */
export type Done = (sent: boolean, problem?: string) => void;

/** What an {@link OldBinding} needs of its channel. */
export interface OldBindingHost {
  readonly url: string;
  readonly tools: StreamTools;
  readonly received: (frames: readonly Incoming[]) => void;
  readonly settle: (id: RequestId, outcome: ExchangeOutcome) => void;
  /** There is no such binding here, and why. */
  readonly onAbsent: (why: string) => void;
  /** Its stream has ended, and with it the connection. */
  readonly onEnd: (why: string) => void;
}

/** A message that waits until it is known where to post it. */
interface Waiting {
  readonly frame: string;
  readonly message: Message;
  readonly done: Done | undefined;
}

/**
 * The HTTP+SSE transport of revision 2024-11-05: one GET stream for all that the server says, whose
 * first event names where messages are to be posted.
 *
 * That has to be of the same origin. Specification 2024-11-05, "Transports", "HTTP with SSE".
 */
export class OldBinding implements HttpSink {
  readonly #host: OldBindingHost;
  readonly #decoder: SseDecoder;
  readonly #stopStream: Cancel;
  readonly #stopTimer: Cancel;
  readonly #calls = new Set<Posting>();
  readonly #postbox = new Postbox((why) => this.#end(why));
  #waiting: Waiting[] = [];
  #endpoint: string | undefined;
  #over = false;

  constructor(host: OldBindingHost) {
    this.#host = host;
    const { courier, clock, maxBytes } = host.tools;
    this.#decoder = new SseDecoder({ maxEventBytes: maxBytes });
    this.#stopStream = courier.send(
      { method: "GET", headers: { accept: "text/event-stream" } },
      this,
    );
    this.#stopTimer = clock.after(PATIENCE_MS, () => {
      this.#end(`HTTP+SSE names no place for messages within ${PATIENCE_MS} ms.`);
    });
  }

  send(frame: string, message: Message, done: Done | undefined): void {
    if (this.#endpoint === undefined) this.#waiting.push({ frame, message, done });
    else this.#post(this.#endpoint, { frame, message, done });
  }

  head(status: number, header: HttpHeader): void {
    if (status !== 200 || !isEventStream(header)) {
      this.#end(`HTTP ${status} to the GET of HTTP+SSE.`);
    }
  }

  chunk(bytes: Uint8Array): void {
    const frames: Incoming[] = [];
    const { redact } = this.#host.tools.courier;
    for (const event of this.#decoder.push(bytes)) {
      if (this.#over) return;
      if (event.type === "too_large") {
        const id = peekId(event.text);
        const frame = { ...event, text: redact(event.text) };
        frames.push(id === undefined ? frame : { ...frame, id });
      } else if (event.event === "endpoint") {
        this.#establish(event.data);
      } else if (event.event === "message" && this.#endpoint !== undefined) {
        for (const frame of framesOf(event.data, { batches: false, redact })) frames.push(frame);
      }
    }
    if (frames.length > 0) this.#host.received(frames);
  }

  end(): void {
    this.#end("The stream of HTTP+SSE ended.");
  }

  fail({ message }: { readonly message: string }): void {
    this.#end(message);
  }

  stop(): void {
    this.#over = true;
    this.#stopTimer();
    this.#stopStream();
    this.#postbox.stop();
    for (const posting of this.#calls) posting.stop();
    this.#calls.clear();
    for (const { done } of this.#waiting.splice(0)) done?.(false);
  }

  #establish(data: string): void {
    if (this.#endpoint !== undefined) return;
    const endpoint = redirectTarget(this.#host.url, data);
    if (endpoint === undefined) {
      this.#end("HTTP+SSE names a place for messages that is not of the same origin.");
      return;
    }
    this.#endpoint = endpoint;
    this.#stopTimer();
    for (const one of this.#waiting.splice(0)) this.#post(endpoint, one);
  }

  #post(url: string, { frame, message, done }: Waiting): void {
    const { tools, settle } = this.#host;
    const id = "method" in message && "id" in message ? message.id : undefined;
    const headers = { "content-type": "application/json" };
    const delivery: Delivery = { method: "POST", url, headers, body: frame };
    const host: PostingHost = {
      ...tools,
      // The answer to a request comes on the stream, and some servers take the POST only then.
      patienceMs: id === undefined ? PATIENCE_MS : null,
      ends: () => false,
      onPosted: (posted) => {
        if (posted.type !== "not_taken") {
          done?.(posted.type === "taken");
          return;
        }
        done?.(false, posted.message);
        if (id !== undefined) settle(id, posted.outcome);
      },
    };
    if (id === undefined) {
      this.#postbox.post(() => delivery, host);
      return;
    }
    // Calls do not wait for each other.
    const onOver = (): void => void this.#calls.delete(posting);
    const posting: Posting = new Posting(delivery, { ...host, onOver });
    this.#calls.add(posting);
  }

  #end(why: string): void {
    if (this.#over) return;
    const { onAbsent, onEnd } = this.#host;
    if (this.#endpoint !== undefined) {
      onEnd(why);
      return;
    }
    const waiting = this.#waiting.splice(0);
    this.stop();
    onAbsent(why);
    for (const { message, done } of waiting) {
      done?.(false, why);
      if ("id" in message) this.#host.settle(message.id, { type: "stream_ended", message: why });
    }
  }
}
