import type { ExchangeOutcome } from "@x/connection";
import type { Incoming, Message, RequestId } from "@x/wire";
import type { Courier } from "./courier.js";
import { sameOrigin, shownUrl } from "./endpoint.js";
import { framesOf } from "./frames.js";
import { Posting } from "./posting.js";
import type { HttpSink } from "./send.js";
import { SseDecoder } from "./sse-decoder.js";

/** Told whether a message was taken, and why not where the connection lives on. */
export type Done = (sent: boolean, problem?: string) => void;

/** What an {@link OldBinding} needs of its channel. */
export interface OldBindingHost {
  readonly url: string;
  readonly courier: Courier;
  readonly maxBytes: number;
  readonly redact: (text: string) => string;
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
  readonly #stopStream: () => void;
  readonly #posts = new Set<Posting>();
  #waiting: Waiting[] = [];
  #endpoint: string | undefined;
  #over = false;

  constructor(host: OldBindingHost) {
    this.#host = host;
    this.#decoder = new SseDecoder({ maxEventBytes: host.maxBytes });
    this.#stopStream = host.courier.send(
      { method: "GET", headers: { accept: "text/event-stream" } },
      this,
    );
  }

  send(frame: string, message: Message, done: Done | undefined): void {
    if (this.#endpoint === undefined) this.#waiting.push({ frame, message, done });
    else this.#post(this.#endpoint, { frame, message, done });
  }

  head(status: number, header: (name: string) => string | undefined): void {
    const isStream = (header("content-type") ?? "").startsWith("text/event-stream");
    if (status !== 200 || !isStream) this.#end(`HTTP ${status} to the GET of HTTP+SSE`);
  }

  chunk(bytes: Uint8Array): void {
    const frames: Incoming[] = [];
    for (const event of this.#decoder.push(bytes)) {
      if (this.#over) return;
      if (event.type === "too_large") frames.push(event);
      else if (event.event === "endpoint") this.#establish(event.data);
      else if (event.event === "message" && this.#endpoint !== undefined) {
        for (const frame of framesOf(event.data, false)) frames.push(frame);
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
    this.#stopStream();
    for (const posting of this.#posts) posting.stop();
    for (const { done } of this.#waiting.splice(0)) done?.(false);
  }

  #establish(data: string): void {
    if (this.#endpoint !== undefined) return;
    const { url } = this.#host;
    const endpoint = URL.canParse(data, url) ? new URL(data, url).href : undefined;
    if (endpoint === undefined || !sameOrigin(endpoint, url)) {
      const named = endpoint === undefined ? "no URL" : shownUrl(endpoint);
      this.#end(`HTTP+SSE names ${named} for messages, which is not of the same origin`);
      return;
    }
    this.#endpoint = endpoint;
    for (const one of this.#waiting.splice(0)) this.#post(endpoint, one);
  }

  #post(url: string, { frame, message, done }: Waiting): void {
    const { courier, redact, settle } = this.#host;
    const id = "method" in message && "id" in message ? message.id : undefined;
    const headers = { "content-type": "application/json" };
    const posting: Posting = new Posting(
      courier,
      { method: "POST", url, headers, body: frame },
      {
        redact,
        onEnd: (problem) => {
          this.#posts.delete(posting);
          done?.(problem === undefined, problem?.message);
          if (problem !== undefined && id !== undefined) settle(id, problem.outcome);
        },
      },
    );
    this.#posts.add(posting);
  }

  #end(why: string): void {
    if (this.#over) return;
    const { onAbsent, onEnd } = this.#host;
    const established = this.#endpoint !== undefined;
    this.stop();
    if (established) onEnd(why);
    else onAbsent(why);
  }
}
