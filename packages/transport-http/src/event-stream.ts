import type { Cancel, Clock } from "@x/connection";
import type { Incoming } from "@x/wire";
import type { Courier } from "./courier.js";
import { framesOf } from "./frames.js";
import { isEventStream } from "./media-type.js";
import type { Headers } from "./message-headers.js";
import { FIRST, type Reconnection, retryAfterMs, waitMs } from "./reconnection.js";
import type { HttpFailure, HttpHeader } from "./send.js";
import { SseDecoder } from "./sse-decoder.js";

/** What an {@link EventStream} is for. */
export interface StreamPlan {
  /** The headers of a GET for it, session and revision. */
  readonly headers: () => Headers;
  /** Whether messages may come as arrays. */
  readonly batches: () => boolean;
  /**
   * Whether a stream that ended is asked for again: never, only from the last event on, or always.
   */
  readonly again: () => "never" | "resumed" | "always";
  /**
   * The endpoint gives it: as a new stream, or as the one that was, from its last event on. What came
   * between two new ones is lost.
   */
  readonly onOpen: (how: "new" | "resumed") => void;
  /**
   * What becomes of it where the endpoint answers with none: it is over, or asked for again, as before or
   * as a new one. Not called for a stream that just fails.
   */
  readonly onRefused: (refusal: StreamRefusal) => "over" | "again" | "anew";
  /** It could not be asked for, or broke off. */
  readonly onFailed?: (failure: HttpFailure) => void;
  /** How many attempts in a row may bring nothing before it is over. */
  readonly maxFruitless: number;
  /** What shows that one brought something: a message, or a new id, as where a server is to be polled. */
  readonly fruit: "message" | "id";
  readonly onFrames: (frames: readonly Incoming[]) => void;
  /** It is over, and why; called once at most, and never after `stop`. */
  readonly onOver: (why: string) => void;
}

/** An answer to a GET that is no stream. */
export interface StreamRefusal {
  readonly status: number;
  /** Whether the stream was to go on from its last event. */
  readonly isResuming: boolean;
}

/** What an {@link EventStream} works with. */
export interface StreamTools {
  readonly courier: Courier;
  readonly clock: Clock;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly maxBytes: number;
}

/** A stream that lived this long was a good one, even if nothing came. */
const GOOD_LIFE_MS = 30_000;

/**
 * After so many answers that brought nothing, the server cannot go on from that event, or its stream has
 * ended there. Only a stream that is always asked for is asked for as a new one then.
 */
const MAX_BARREN = 10;

/**
 * One stream of server-sent events, across the connections that carry it.
 *
 * Legacy servers may end a connection and go on with the stream on the next: it is asked for by GET,
 * with the id of the last event (specification 2025-11-25, "Resumability and Redelivery").
 */
export class EventStream {
  readonly #tools: StreamTools;
  readonly #plan: StreamPlan;
  #decoder: SseDecoder;
  #lastEventId: string | undefined;
  #reconnection: Reconnection = FIRST;
  /** How often in a row it was answered from one and the same event on, and brought nothing. */
  #barren = 0;
  #bornAt: number | undefined;
  #stopTimer: Cancel = () => {};
  #cancel: Cancel = () => {};
  #over = false;

  constructor(tools: StreamTools, plan: StreamPlan) {
    this.#tools = tools;
    this.#plan = plan;
    this.#decoder = new SseDecoder({ maxEventBytes: tools.maxBytes });
  }

  /** The next bytes of the connection that carries it. */
  chunk(bytes: Uint8Array): void {
    const frames: Incoming[] = [];
    const { courier } = this.#tools;
    const reading = { batches: this.#plan.batches(), redact: courier.redact };
    for (const event of this.#decoder.push(bytes)) {
      if (event.type === "too_large") {
        frames.push({ ...event, text: courier.redact(event.text) });
      } else if (event.event === "message") {
        for (const frame of framesOf(event.data, reading)) frames.push(frame);
      }
    }
    const { lastEventId, retryMs } = this.#decoder;
    const before = this.#lastEventId;
    if (lastEventId !== undefined) this.#lastEventId = resumable(lastEventId);
    const hasMoved = this.#lastEventId !== before;
    if (frames.length > 0 || hasMoved) this.#barren = 0;
    const isFruit = frames.length > 0 || (this.#plan.fruit === "id" && hasMoved);
    this.#reconnection = {
      fruitless: isFruit ? 0 : this.#reconnection.fruitless,
      retryMs: retryMs ?? this.#reconnection.retryMs,
    };
    if (frames.length > 0) this.#plan.onFrames(frames);
  }

  /** The connection that carried it is gone; it is asked for again in no less than `leastMs`. */
  gone(why: string, leastMs = 0): void {
    if (this.#over) return;
    const again = this.#plan.again();
    if (again === "never" || (again === "resumed" && this.#lastEventId === undefined)) {
      this.#finish(why);
      return;
    }
    const { clock, random } = this.#tools;
    if (this.#bornAt !== undefined && clock.now() - this.#bornAt >= GOOD_LIFE_MS) {
      this.#reconnection = { ...this.#reconnection, fruitless: 0 };
      this.#barren = 0;
    }
    if (this.#reconnection.fruitless >= this.#plan.maxFruitless) {
      this.#finish(`${why} ${this.#reconnection.fruitless} attempts to go on brought nothing.`);
      return;
    }
    if (again === "always" && this.#barren >= MAX_BARREN) this.#forget();
    const wait = Math.max(waitMs(this.#reconnection, random()), leastMs);
    const { fruitless } = this.#reconnection;
    this.#reconnection = { ...this.#reconnection, fruitless: fruitless + 1 };
    this.#stopTimer = clock.after(wait, () => this.connect());
  }

  /** Asks for it by GET. */
  connect(): void {
    if (this.#over) return;
    const { courier, clock, maxBytes } = this.#tools;
    this.#decoder = new SseDecoder({ maxEventBytes: maxBytes });
    this.#bornAt = clock.now();
    const from = this.#lastEventId;
    this.#cancel = courier.send(
      {
        method: "GET",
        headers: {
          accept: "text/event-stream",
          ...this.#plan.headers(),
          ...(from === undefined ? {} : { "last-event-id": from }),
        },
      },
      {
        head: (status, header) => {
          if (from !== undefined) this.#barren += 1;
          const isStream = status === 200 && isEventStream(header);
          if (isStream) this.#plan.onOpen(from === undefined ? "new" : "resumed");
          else this.#refused({ status, isResuming: from !== undefined }, header);
        },
        chunk: (bytes) => this.chunk(bytes),
        end: () => this.gone("The stream ended."),
        fail: (failure) => {
          this.#plan.onFailed?.(failure);
          this.gone(failure.message);
        },
      },
    );
  }

  /** Nothing more is wanted of it. */
  stop(): void {
    this.#over = true;
    this.#stopTimer();
    this.#cancel();
  }

  #refused(refusal: StreamRefusal, header: HttpHeader): void {
    this.#cancel();
    // However long it took, it was no life of the stream's.
    this.#bornAt = undefined;
    const next = this.#plan.onRefused(refusal);
    if (this.#over) return;
    const why = `The endpoint answered HTTP ${refusal.status} to the GET for its stream.`;
    if (next === "over") {
      this.#finish(why);
      return;
    }
    if (next === "anew") this.#forget();
    this.gone(why, retryAfterMs(header("retry-after")));
  }

  /** What comes next is another stream. */
  #forget(): void {
    this.#lastEventId = undefined;
    this.#barren = 0;
  }

  #finish(why: string): void {
    this.#over = true;
    this.#plan.onOver(why);
  }
}

/** Longer ids, and what a header cannot carry as it is, are no use: the stream cannot go on from there. */
const LONGEST_ID = 4096;

function resumable(id: string): string | undefined {
  return id.length <= LONGEST_ID && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(id)
    ? id
    : undefined;
}
