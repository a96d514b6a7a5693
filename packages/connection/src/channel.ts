import type { Incoming, Message, RequestId } from "@x/wire";
import type { CloseReason } from "./close-reason.js";
import type { Connection, Era } from "./connection.js";
import type { ExchangeOutcome } from "./outcome.js";

/**
 * The sending half of what carries a peer's frames: one duplex stream for all of them, or, as over
 * HTTP, a reply stream for each request.
 */
export interface Channel {
  /**
   * Takes one frame with its line end. Frames keep their order on a duplex stream. `done`, where
   * given, is called once: `true` when the frame was taken, `false` when it never will be, with the
   * problem where the connection lives on. `message` is what the frame says, and `headers` come from
   * the options of its exchange.
   */
  send(
    frame: string,
    done: ((sent: boolean, problem?: string) => void) | undefined,
    message: Message,
    headers: { readonly [name: string]: string } | undefined,
  ): void;
  /**
   * This request is not waited for any more, and its peer is to know. `true` where the channel tells
   * it, by ending the reply stream; otherwise `notifications/cancelled` is sent.
   */
  abandon?(id: RequestId): boolean;
  /** The era was fixed. */
  settled?(era: Era): void;
  /** Ends the channel and all behind it; settles when nothing is left. Called at most once. */
  close(): Promise<CloseReason>;
}

/** A connection over a channel, and the ends by which the channel's owner feeds it. */
export interface Multiplexed {
  readonly connection: Connection;
  /**
   * What the decoder gave for one chunk. An empty list still counts as a sign of life.
   *
   * `stream` is the request whose reply stream it came on: only that request is answered there, and
   * what names no other owner belongs to it. Without it, a frame may be for any request.
   */
  received(incoming: readonly Incoming[], stream?: RequestId): void;
  /** How the exchange of this request ended where no frame says it; nothing where it is over already. */
  settle(id: RequestId, outcome: ExchangeOutcome): void;
  /**
   * The deadlines of this request stand still until the given function is called: somebody on this side
   * is asked something for its sake.
   */
  hold(id: RequestId): () => void;
  /**
   * What the peer says unasked is heard from now on, and may not have been until now: the channel has a
   * way for it of its own, which was not there, or not without a break. Once the channel is over: nothing.
   */
  gap(): void;
  /** The peer may be gone; `why` is a sentence. */
  doubt(why: string): void;
  /**
   * The channel is over without `close()` having been asked for. Every pending exchange settles
   * at once. Later calls do nothing.
   */
  ended(reason: CloseReason): void;
}
