import type {
  AbortSignalLike,
  EraName,
  ErrorObject,
  JsonObject,
  Notification,
  Request,
  Response,
} from "@x/wire";
import type { CloseReason } from "./close-reason.js";
import type { Fault } from "./fault.js";
import type { IdSource } from "./ids.js";
import type { ExchangeOutcome, NotifyOutcome } from "./outcome.js";

/** What negotiation decided, as far as a connection needs to know it. */
export interface Era {
  readonly era: EraName;
  readonly revision: string;
}

/** Limits and wishes of one exchange. All times in milliseconds. */
export interface ExchangeOptions {
  /** From sending to the answer; `null` for no such limit (a listen stream). */
  readonly totalMs: number | null;
  /**
   * Runs instead of `totalMs` while not one byte has come from this connection's peer; with the
   * first byte `totalMs` begins anew. For slow starters.
   */
  readonly startMs?: number;
  /** Until anything comes back for this request. */
  readonly firstMs?: number;
  /** Between two things that come back for this request; from sending where there is no `firstMs`. */
  readonly idleMs?: number;
  /**
   * What the peer is told when this side stops waiting: `cancel` as the transport and revision have
   * it, or nothing. The probe and `initialize` are always `silent`.
   */
  readonly onAbandon: "cancel" | "silent";
  readonly signal?: AbortSignalLike;
  /** Gets the notifications that belong to this request. Must not throw. */
  readonly onNotification?: (notification: Notification) => void;
  /** Values for `Mcp-Param-*`, by header name; only HTTP uses them. */
  readonly headers?: { readonly [name: string]: string };
}

/**
 * Answers a legacy server's request, once; later calls do nothing.
 *
 * @throws WireError `not_serializable` for what JSON cannot say; the server has an error for an answer then.
 */
export type Respond = (
  answer: { readonly result: JsonObject } | { readonly error: ErrorObject },
) => void;

/** One frame on its way, as text without its line end. */
export interface TapEvent {
  readonly direction: "sent" | "received";
  readonly text: string;
  /** The clock's milliseconds. */
  readonly at: number;
}

/**
 * What can be heard of a connection; what is not given costs nothing. A handler that throws harms no
 * other message: the frames of its chunk are handled first, then its error surfaces.
 */
export interface ConnectionListener {
  /** A notification that belongs to no pending exchange. */
  readonly notification?: (notification: Notification) => void;
  /**
   * From now on the peer's unasked notifications are heard; until now some may have been missed. No
   * fault, and what a request is told on a reply of its own is not meant.
   */
  readonly gap?: () => void;
  /**
   * The peer may be gone, though the connection is not known to be over: what is its own to say cannot be
   * heard any more. The sentence says why. Whoever minds asks it for a sign of life.
   */
  readonly doubt?: (why: string) => void;
  /**
   * A request of a legacy server, `ping` aside. The first listener that has this handler gets it. The signal
   * fires when no answer is wanted any more: it was given, took too long, or the server took it back; or
   * this side gave up the request of its own that it was asked for. That is the one on whose reply stream
   * it came, or, where there are no such streams, the only one that was pending. Its reason is a sentence.
   */
  readonly request?: (request: Request, respond: Respond, over: AbortSignalLike) => void;
  readonly fault?: (fault: Fault) => void;
  /** A response to an abandoned exchange, or progress for one that is over. */
  readonly late?: (message: Response | Notification) => void;
  readonly tap?: (event: TapEvent) => void;
}

/** Takes a listener off again. */
export type Off = () => void;

/** One lifetime of a peer: one process, or one use of an endpoint. The era lives on it. */
export interface Connection {
  readonly type: "connection";
  readonly ids: IdSource;
  /** Settles once, when the connection is over; never rejects. */
  readonly closed: Promise<CloseReason>;
  /**
   * Fixes the era, once.
   *
   * @throws ConnectionError `already_settled` on a second call.
   */
  settle(era: Era): void;
  /**
   * Sends one request and waits for its end. Never rejects for what a peer does.
   *
   * @throws ConnectionError `duplicate_id`, `invalid_deadline`, `too_many_pending`; WireError `not_serializable`. All before anything is sent.
   */
  exchange(request: Request, options: ExchangeOptions): Promise<ExchangeOutcome>;
  /**
   * Sends one notification; settles when it was handed over or the connection ended.
   *
   * @throws WireError `not_serializable`, before anything is sent.
   */
  notify(notification: Notification): Promise<NotifyOutcome>;
  on(listener: ConnectionListener): Off;
  /** Ends the connection and all that belongs to it; settles when nothing of it is left. */
  close(): Promise<CloseReason>;
}
