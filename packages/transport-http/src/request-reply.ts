import type { Cancel, ExchangeOutcome } from "@x/connection";
import type { Incoming, RequestId } from "@x/wire";
import { Body } from "./body-text.js";
import { EventStream, type StreamTools } from "./event-stream.js";
import { addressed, errorInRefusal, framesOf, notUtf8 } from "./frames.js";
import type { Headers } from "./message-headers.js";
import { isGate, REFUSAL_CHARACTERS, refusalOf } from "./refusal.js";
import type { HttpFailure, HttpHeader, HttpSink } from "./send.js";

/** What a {@link RequestReply} needs of its channel. */
export interface ReplyHost {
  readonly tools: StreamTools;
  /** Takes the operator's secrets out of a text. */
  readonly redact: (text: string) => string;
  /** Whether the era lets streams be resumed, and messages come as arrays. */
  readonly resumes: () => boolean;
  readonly batches: () => boolean;
  /** The headers of a GET that goes on with a stream. */
  readonly streamHeaders: () => Headers;
  readonly received: (reply: RequestReply, frames: readonly Incoming[]) => void;
  /** A refusal that the channel deals with itself is not told to the exchange. */
  readonly refused: (reply: RequestReply, refusal: Refused) => boolean;
  /** Whether a status, whatever its body says, is the end of the connection. */
  readonly ends: (status: number) => boolean;
  readonly settle: (reply: RequestReply, outcome: ExchangeOutcome) => void;
  /** It was answered, and its stream is still open. */
  readonly answered: (reply: RequestReply) => void;
  /** Nothing of it is left. */
  readonly over: (reply: RequestReply) => void;
}

/** An HTTP answer that is no answer to the request. */
export type Refused = Extract<ExchangeOutcome, { readonly type: "http_status" }>;

/** How many attempts in a row to go on with a stream may bring nothing. */
const MAX_FRUITLESS = 5;

/**
 * The reply to the POST of one request: JSON, or a stream of events, or a refusal.
 *
 * Statuses that are not the server's own word come before any body. A JSON-RPC error in the body of
 * another refusal is the answer.
 */
export class RequestReply implements HttpSink {
  readonly id: RequestId;
  readonly #host: ReplyHost;
  /** Ends the POST on the network. */
  cancelPost: Cancel = () => {};
  #status = 0;
  #header: HttpHeader = () => undefined;
  #body: Body | undefined;
  #stream: EventStream | undefined;
  #isAnswered = false;

  constructor(id: RequestId, host: ReplyHost) {
    this.id = id;
    this.#host = host;
  }

  /** The session that the reply names, if it does. */
  get session(): string | undefined {
    return this.#header("mcp-session-id");
  }

  head(status: number, header: HttpHeader): void {
    if (this.#host.ends(status)) return;
    this.#status = status;
    this.#header = header;
    const { maxBytes } = this.#host.tools;
    if (status < 300 && mediaType(header) === "text/event-stream") {
      this.#stream = this.#eventStream();
    } else {
      this.#body = new Body(this.#isRefusal() ? Math.min(maxBytes, 1024 * 1024) : maxBytes);
    }
  }

  chunk(bytes: Uint8Array): void {
    if (this.#stream !== undefined) {
      this.#stream.chunk(bytes);
      return;
    }
    const body = this.#body;
    if (body === undefined || body.add(bytes)) return;
    this.cancelPost();
    if (this.#isRefusal()) {
      this.#refuse(body.excerpt(REFUSAL_CHARACTERS));
      return;
    }
    const { maxBytes: limitBytes } = this.#host.tools;
    const text = body.excerpt(200);
    const { id } = this;
    this.#deliver([{ type: "too_large", limitBytes, sizeBytes: body.size, text, id }]);
    this.#finish("The body of the reply is over the limit.");
  }

  end(): void {
    if (this.#stream === undefined) this.#endOfBody();
    else if (this.#isAnswered) this.#host.over(this);
    else this.#stream.gone("The reply stream ended without an answer.");
  }

  fail(failure: HttpFailure): void {
    if (this.#isAnswered) {
      this.#host.over(this);
      return;
    }
    const { code, message } = failure;
    if (this.#stream !== undefined) {
      this.#stream.gone(`The reply stream broke (${message})`);
      return;
    }
    this.#host.settle(
      this,
      failure.phase === "exchange"
        ? { type: "stream_ended", message: `The connection broke before an answer (${message})` }
        : { type: "unreachable", code, message },
    );
    this.#host.over(this);
  }

  /** Nobody waits for it any more. */
  stop(): void {
    this.cancelPost();
    this.#stream?.stop();
  }

  #endOfBody(): void {
    const { text, utf8 } = this.#body?.text() ?? { text: "", utf8: true };
    const { id } = this;
    if (this.#isRefusal()) {
      const error = isGate(this.#status) ? undefined : errorInRefusal(text, id);
      if (error === undefined) {
        this.#refuse(text);
        return;
      }
      this.#deliver([error]);
    } else {
      const frames = utf8 ? framesOf(text, this.#host.batches()) : [notUtf8(text, id)];
      if (frames.length === 0) {
        this.#refuse("");
        return;
      }
      const named = frames.some((frame) => frame.type === "response" && frame.message.id === id);
      this.#deliver(named ? frames : frames.map((frame) => addressed(frame, id)));
    }
    this.#finish("The reply holds no answer to the request.");
  }

  /** Whether what comes is no JSON-RPC message, as far as status and media type say. */
  #isRefusal(): boolean {
    if (this.#status >= 300) return true;
    const type = mediaType(this.#header);
    return type !== "" && type !== "application/json" && !type.endsWith("+json");
  }

  #refuse(body: string): void {
    const refusal = refusalOf(this.#status, this.#header, body, this.#host.redact);
    if (!this.#host.refused(this, refusal)) {
      this.#host.settle(this, refusal);
      this.#host.over(this);
    }
  }

  #deliver(frames: readonly Incoming[]): void {
    this.#isAnswered ||= frames.some((frame) => answers(frame, this.id));
    this.#host.received(this, frames);
  }

  #finish(message: string): void {
    if (!this.#isAnswered) this.#host.settle(this, { type: "stream_ended", message });
    this.#host.over(this);
  }

  #eventStream(): EventStream {
    const { tools, batches, resumes, streamHeaders } = this.#host;
    return new EventStream(tools, {
      headers: streamHeaders,
      batches,
      again: () => (resumes() && !this.#isAnswered ? "resumed" : "never"),
      maxFruitless: MAX_FRUITLESS,
      onFrames: (frames) => {
        const wasAnswered = this.#isAnswered;
        this.#deliver(frames.map((frame) => this.#ofThisStream(frame)));
        if (this.#isAnswered && !wasAnswered) this.#host.answered(this);
      },
      onOver: (why) => this.#finish(why),
    });
  }

  /** A frame over the limit ends the request whose stream it came on. */
  #ofThisStream(frame: Incoming): Incoming {
    return frame.type === "too_large" ? { ...frame, id: this.id } : frame;
  }
}

/** Whether the exchange of this request is over with this frame. */
function answers(frame: Incoming, id: RequestId): boolean {
  switch (frame.type) {
    case "response":
      return frame.message.id === id;
    case "invalid":
    case "too_large":
      return frame.id === id;
    case "notification":
      return (
        frame.message.method === "notifications/cancelled" &&
        frame.message.params?.["requestId"] === id
      );
    case "request":
      return false;
  }
}

function mediaType(header: HttpHeader): string {
  const value = header("content-type") ?? "";
  const semicolon = value.indexOf(";");
  return (semicolon === -1 ? value : value.slice(0, semicolon)).trim().toLowerCase();
}
