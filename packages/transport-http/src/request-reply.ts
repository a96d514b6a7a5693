import type { Cancel, ExchangeOutcome } from "@x/connection";
import type { Incoming, Request, RequestId } from "@x/wire";
import { Body } from "./body-text.js";
import { EventStream, type StreamTools } from "./event-stream.js";
import { addressed, errorInRefusal, framesOf, notUtf8 } from "./frames.js";
import type { Lingerer } from "./lingering.js";
import { isEventStream, mediaType } from "./media-type.js";
import type { Headers } from "./message-headers.js";
import { isGate, REFUSAL_CHARACTERS, type Refusal, refusalOf } from "./refusal.js";
import type { HttpFailure, HttpHeader, HttpSink } from "./send.js";

/** What a {@link RequestReply} needs of its channel. */
export interface ReplyHost {
  readonly tools: StreamTools;
  /** Whether the era lets streams be resumed, and messages come as arrays. */
  readonly resumes: () => boolean;
  readonly batches: () => boolean;
  /** The headers of a GET that goes on with a stream. */
  readonly streamHeaders: () => Headers;
  readonly received: (reply: RequestReply, frames: readonly Incoming[]) => void;
  /** A refusal that the channel deals with itself is not told to the exchange. */
  readonly refused: (reply: RequestReply, refusal: Refusal) => boolean;
  /** Whether a status, whatever its body says, is the end of the connection. */
  readonly ends: (status: number) => boolean;
  /** How the exchange ended, where no frame has said it before. */
  readonly settle: (reply: RequestReply, outcome: ExchangeOutcome) => void;
  /** It was answered, and its stream is still open. */
  readonly answered: (reply: RequestReply) => void;
  /** Nothing of it is left. */
  readonly over: (reply: RequestReply) => void;
}

/** How many attempts in a row to go on with a stream may bring nothing. */
const MAX_FRUITLESS = 5;
/** The most bytes of a refusal's body that are read: there may be a JSON-RPC error in them. */
const MAX_REFUSAL_BYTES = 1024 * 1024;
/** How long the body of a refusal is waited for whose status says enough, in milliseconds. */
const GATE_MS = 1000;
/** The same where a JSON-RPC error in it would be the answer. */
const REFUSAL_MS = 3000;

/**
 * The reply to the POST of one request: JSON, or a stream of events, or a refusal.
 *
 * Statuses that are not the server's own word come before any body. A JSON-RPC error in the body of
 * another refusal is the answer.
 */
export class RequestReply implements HttpSink, Lingerer {
  readonly id: RequestId;
  linger: Lingerer["linger"] = "no";
  readonly #request: Request;
  readonly #host: ReplyHost;
  /** Ends the POST on the network. */
  cancelPost: Cancel = () => {};
  #stopTimer: Cancel = () => {};
  #status = 0;
  #header: HttpHeader = () => undefined;
  #body: Body | undefined;
  #stream: EventStream | undefined;
  #isAnswered = false;

  constructor(request: Request, host: ReplyHost) {
    this.id = request.id;
    this.#request = request;
    this.#host = host;
  }

  /** The session that the reply names, if it names one that can be. */
  get session(): string | undefined {
    const session = this.#header("mcp-session-id");
    return session !== undefined && /^[\x21-\x7e]+$/.test(session) ? session : undefined;
  }

  head(status: number, header: HttpHeader): void {
    if (this.#host.ends(status)) return;
    this.#status = status;
    this.#header = header;
    const { clock, maxBytes } = this.#host.tools;
    if (status < 300 && isEventStream(header)) {
      this.#stream = this.#eventStream();
      return;
    }
    this.#body = new Body(this.#isRefusal() ? Math.min(maxBytes, MAX_REFUSAL_BYTES) : maxBytes);
    // Such a refusal is no evidence of an era, and may not become a time-out, which is some.
    if (status < 300) return;
    const waitMs = isGate(status) ? GATE_MS : REFUSAL_MS;
    this.#stopTimer = clock.after(waitMs, () => this.#refuseNow());
  }

  chunk(bytes: Uint8Array): void {
    if (this.#stream !== undefined) {
      this.#stream.chunk(bytes);
      return;
    }
    const body = this.#body;
    if (body === undefined || body.add(bytes)) return;
    if (this.#isRefusal()) {
      this.#refuseNow();
      return;
    }
    this.cancelPost();
    const { maxBytes: limitBytes, courier } = this.#host.tools;
    const text = courier.redact(body.excerpt(200));
    const { id } = this;
    this.#last([{ type: "too_large", limitBytes, sizeBytes: body.size, text, id }]);
  }

  end(): void {
    if (this.#stream === undefined) this.#endOfBody();
    else if (this.#isAnswered) this.#over();
    else this.#stream.gone("The reply stream ended without an answer.");
  }

  fail(failure: HttpFailure): void {
    const { phase, code, message } = failure;
    if (this.#isAnswered) {
      this.#over();
    } else if (this.#stream !== undefined) {
      this.#stream.gone(`The reply stream broke (${message})`);
    } else if (this.#body !== undefined && this.#isRefusal()) {
      this.#refuseNow();
    } else {
      this.#settle(
        phase === "exchange"
          ? { type: "stream_ended", message: `The connection broke before an answer (${message})` }
          : { type: "unreachable", code, message },
      );
    }
  }

  /** Nobody waits for it any more. */
  stop(): void {
    this.#stopTimer();
    this.cancelPost();
    this.#stream?.stop();
  }

  #endOfBody(): void {
    const { text, utf8 } = this.#body?.text() ?? { text: "", utf8: true };
    const { id } = this;
    const { redact } = this.#host.tools.courier;
    if (this.#isRefusal()) {
      const error = isGate(this.#status) ? undefined : errorInRefusal(text, id, redact);
      if (error === undefined) this.#refuse(text);
      else this.#last([error]);
      return;
    }
    const reading = { batches: this.#host.batches(), redact };
    const frames = utf8 ? framesOf(text, reading) : [notUtf8(text, id, redact)];
    const named = frames.some((frame) => frame.type === "response" && frame.message.id === id);
    if (frames.length === 0) this.#refuse("");
    else this.#last(named ? frames : frames.map((frame) => addressed(frame, id)));
  }

  /** Whether what comes is no JSON-RPC message, as far as status and media type say. */
  #isRefusal(): boolean {
    if (this.#status >= 300) return true;
    const type = mediaType(this.#header);
    return type !== "" && type !== "application/json" && !type.endsWith("+json");
  }

  /** With what there is of its body. */
  #refuseNow(): void {
    this.cancelPost();
    this.#refuse(this.#body?.excerpt(REFUSAL_CHARACTERS) ?? "");
  }

  #refuse(body: string): void {
    const refusal = refusalOf(this.#status, this.#header, body, this.#host.tools.courier.redact);
    this.#stopTimer();
    if (!this.#host.refused(this, refusal)) this.#settle(refusal);
  }

  /** These frames are all of it. */
  #last(frames: readonly Incoming[]): void {
    try {
      this.#host.received(this, frames);
    } finally {
      this.#settle({ type: "stream_ended", message: "The reply holds no answer to the request." });
    }
  }

  #settle(outcome: ExchangeOutcome): void {
    this.#over();
    this.#host.settle(this, outcome);
  }

  #over(): void {
    this.#stopTimer();
    this.#host.over(this);
  }

  #eventStream(): EventStream {
    const { tools, batches, resumes, streamHeaders } = this.#host;
    return new EventStream(tools, {
      headers: streamHeaders,
      batches,
      again: () => (resumes() && !this.#isAnswered ? "resumed" : "never"),
      onOpen: () => {},
      onRefused: () => "over",
      maxFruitless: MAX_FRUITLESS,
      fruit: "id",
      onFrames: (frames) => this.#events(frames),
      onOver: (message) => this.#settle({ type: "stream_ended", message }),
    });
  }

  #events(frames: readonly Incoming[]): void {
    const wasAnswered = this.#isAnswered;
    this.#isAnswered ||= frames.some((frame) => isEnd(frame, this.#request));
    try {
      this.#host.received(
        this,
        frames.map((frame) => (frame.type === "too_large" ? { ...frame, id: this.id } : frame)),
      );
    } finally {
      if (frames.some(({ type }) => type === "too_large")) {
        // Whose stream it came on is over with it, and the rest of it is not wanted.
        this.stop();
        this.#over();
      } else if (this.#isAnswered && !wasAnswered) {
        this.#host.answered(this);
      }
    }
  }
}

/** Whether the exchange of this request is over with this frame. */
function isEnd(frame: Incoming, { id, method }: Request): boolean {
  switch (frame.type) {
    case "response":
      return frame.message.id === id;
    case "invalid":
      return frame.id === id;
    case "too_large":
      return true;
    case "notification": {
      const { method: said, params } = frame.message;
      const isCancelled = said === "notifications/cancelled" && params?.["requestId"] === id;
      return isCancelled && method === "subscriptions/listen";
    }
    case "request":
      return false;
  }
}
