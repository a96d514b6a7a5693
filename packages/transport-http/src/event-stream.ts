import type { Cancel, Clock } from "@x/connection";
import type { Incoming } from "@x/wire";
import type { Courier } from "./courier.js";
import { framesOf } from "./frames.js";
import { isEventStream } from "./media-type.js";
import type { Headers } from "./message-headers.js";
import { FIRST, type Reconnection, waitMs } from "./reconnection.js";
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
  /** How many attempts in a row may bring nothing before it is over. */
  readonly maxFruitless: number;
  /** What shows that one brought something: a message, or a new id, as where a server is to be polled. */
  readonly fruit: "message" | "id";
  /**
   * The GET for a stream that has been there before is answered with this status. Gives whether it is
   * asked for again; where there never was one, it is not. Default: it is over.
   */
  readonly onRefused?: (status: number) => "again" | "over";
  readonly onFrames: (frames: readonly Incoming[]) => void;
  /** It is over, and why; called once at most, and never after `stop`. */
  readonly onOver: (why: string) => void;
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
  #bornAt: number | undefined;
  #stopTimer: Cancel = () => {};
  #cancel: Cancel = () => {};
  #hasBeen = false;
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
    const hasMoved = this.#plan.fruit === "id" && this.#lastEventId !== before;
    const { fruitless } = this.#reconnection;
    this.#reconnection = {
      fruitless: frames.length > 0 || hasMoved ? 0 : fruitless,
      retryMs: retryMs ?? this.#reconnection.retryMs,
    };
    if (frames.length > 0) this.#plan.onFrames(frames);
  }

  /** The connection that carried it is gone. */
  gone(why: string): void {
    if (this.#over) return;
    const again = this.#plan.again();
    if (again === "never" || (again === "resumed" && this.#lastEventId === undefined)) {
      this.#finish(why);
      return;
    }
    const { clock, random } = this.#tools;
    if (this.#bornAt !== undefined && clock.now() - this.#bornAt >= GOOD_LIFE_MS) {
      this.#reconnection = { ...this.#reconnection, fruitless: 0 };
    }
    if (this.#reconnection.fruitless >= this.#plan.maxFruitless) {
      this.#finish(`${why} ${this.#reconnection.fruitless} attempts to go on brought nothing.`);
      return;
    }
    const wait = waitMs(this.#reconnection, random());
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
    this.#cancel = courier.send(
      {
        method: "GET",
        headers: {
          accept: "text/event-stream",
          ...this.#plan.headers(),
          ...(this.#lastEventId === undefined ? {} : { "last-event-id": this.#lastEventId }),
        },
      },
      {
        head: (status, header) => {
          if (status === 200 && isEventStream(header)) {
            this.#hasBeen = true;
            return;
          }
          this.#cancel();
          this.#refused(status);
        },
        chunk: (bytes) => this.chunk(bytes),
        end: () => this.gone("The stream ended."),
        fail: ({ message }) => this.gone(message),
      },
    );
  }

  /** Nothing more is wanted of it. */
  stop(): void {
    this.#over = true;
    this.#stopTimer();
    this.#cancel();
  }

  #refused(status: number): void {
    const why = `The endpoint answered HTTP ${status} to the GET for its stream.`;
    const then = this.#hasBeen ? this.#plan.onRefused?.(status) : "over";
    if (then === "again") this.gone(why);
    else this.#finish(why);
  }

  #finish(why: string): void {
    if (this.#over) return;
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
