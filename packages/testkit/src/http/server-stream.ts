import type { ServerResponse } from "node:http";
import type { JsonObject, Request } from "@x/wire";
import { SSE_HEADERS, sseEvent } from "./sse-event.js";

/** How a request is answered: by a stream of events, or by one JSON body where that is all there is. */
export type ReplyForm = "sse" | "json";

/** What stands before a reply's body. */
export interface ReplyHead {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
}

/** What a {@link ServerStream} is for. */
export interface ServerStreamOptions {
  /** What is answered on it; `undefined` for a stream that the client opened by GET. */
  readonly request: Request | undefined;
  readonly form: ReplyForm;
  /** Event names, where events have one. */
  readonly event?: string;
  /** Its events have ids that begin with this, and it outlives its connections. */
  readonly key?: string | undefined;
  /** What stands before an answer. Default: status 200 and nothing else. */
  readonly head?: (answer: JsonObject) => ReplyHead;
  /** The client has ended it, and it is over. */
  readonly onLeft?: (() => void) | undefined;
}

const PLAIN: ReplyHead = { status: 200, headers: {} };

/** Where frames for the client go: the reply to one request, or a stream that was opened by GET. */
export class ServerStream {
  readonly request: Request | undefined;
  readonly key: string | undefined;
  /** Bytes a piece, each an HTTP chunk of its own. */
  pieces: number = Number.POSITIVE_INFINITY;
  readonly #options: ServerStreamOptions;
  readonly #events: string[] = [];
  #response: ServerResponse | undefined;
  #state: "open" | "over" | "left" = "open";

  constructor(options: ServerStreamOptions) {
    this.#options = options;
    this.request = options.request;
    this.key = options.key;
  }

  /** Whether more can be written. */
  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Whether the client has ended it before the server did. */
  get wasLeft(): boolean {
    return this.#state === "left";
  }

  /** Whether its head is out. */
  get isStarted(): boolean {
    return this.#response?.headersSent ?? false;
  }

  /** Is carried by this response. */
  attach(response: ServerResponse): void {
    this.#response = response;
    response.on("close", () => this.#detached(response));
  }

  /** Sends its head now. */
  start(): void {
    this.#head(PLAIN, SSE_HEADERS);
    this.#response?.flushHeaders();
  }

  /** Goes on by this response, with the events behind the first `seen`. */
  resume(response: ServerResponse, seen: number): void {
    this.attach(response);
    this.start();
    for (const event of this.#events.slice(seen)) this.#send(event);
    if (!this.isOpen) response.end();
  }

  /** An event with no data, so that there is something to resume from. */
  prime(retryMs: number | undefined): void {
    this.#event("", retryMs);
  }

  /** An event of any name, outside of what can be resumed. */
  announce(event: string, data: string): void {
    this.#send(sseEvent(data, { event }));
  }

  /** A frame that is not the last. */
  write(frame: string): void {
    if (this.isOpen) this.#event(frame);
  }

  /** A frame that is no message: the whole of a JSON body, and one event of a stream. */
  writeRaw(text: string): void {
    if (this.#options.form === "json" && !this.isStarted) this.last(text);
    else this.write(text);
  }

  /** The answer, which is the last frame. What is not status 200 is JSON, unless the stream has begun. */
  answer(frame: string, message: JsonObject): void {
    this.last(frame, this.#options.head?.(message));
  }

  /** The last frame. */
  last(frame: string, head: ReplyHead = PLAIN): void {
    if (!this.isOpen) return;
    const isJson = this.#options.form === "json" || head.status !== 200;
    if (isJson && this.#response?.headersSent === false) {
      this.#head(head, { "content-type": "application/json" });
      this.#send(frame);
    } else {
      this.#head(head, SSE_HEADERS);
      this.#event(frame);
    }
    this.end();
  }

  /** Ends it as a stream ends, with or without an answer. */
  end(): void {
    if (!this.isOpen) return;
    this.#state = "over";
    this.#head(PLAIN, SSE_HEADERS);
    this.#response?.end();
  }

  /** Writes no more, and leaves the connection to whoever ends it. */
  release(): void {
    this.#state = "over";
    this.#response = undefined;
  }

  /** Breaks the connection that carries it. */
  cut(): void {
    if (this.key === undefined) this.#state = "over";
    const response = this.#response;
    this.#response = undefined;
    response?.destroy();
  }

  /** Answers with a status and a sentence, or breaks where it has begun. */
  refuse(status: number, sentence: string): void {
    if (this.isStarted) this.cut();
    this.#state = "over";
    this.#response?.writeHead(status, { "content-type": "text/plain" }).end(sentence);
  }

  #detached(response: ServerResponse): void {
    if (this.#response !== response) return;
    this.#response = undefined;
    if (this.key !== undefined || !this.isOpen) return;
    this.#state = "left";
    this.#options.onLeft?.();
  }

  #event(data: string, retryMs?: number): void {
    const { event, key } = this.#options;
    const id = key === undefined ? undefined : `${key}-${this.#events.length + 1}`;
    const text = sseEvent(data, { event, id, retryMs });
    if (key !== undefined) this.#events.push(text);
    this.#send(text);
  }

  #head({ status, headers }: ReplyHead, type: { readonly [name: string]: string }): void {
    if (!this.isStarted) this.#response?.writeHead(status, { ...type, ...headers });
  }

  #send(text: string): void {
    this.#head(PLAIN, SSE_HEADERS);
    if (this.pieces === Number.POSITIVE_INFINITY) {
      this.#response?.write(text);
      return;
    }
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += this.pieces) {
      this.#response?.write(bytes.subarray(at, at + this.pieces));
    }
  }
}
