import type { Incoming } from "@x/wire";
import type { CloseReason } from "./close-reason.js";
import type { Connection } from "./connection.js";

/** The sending half of a duplex channel that carries newline-delimited frames. */
export interface Channel {
  /**
   * Takes one frame with its line end. Frames keep their order. `done`, where given, is called once:
   * `true` when the platform has taken the frame, `false` when it never will.
   */
  send(frame: string, done?: (sent: boolean) => void): void;
  /** Ends the channel and all behind it; settles when nothing is left. Called at most once. */
  close(): Promise<CloseReason>;
}

/** A connection over a channel, and the ends by which the channel's owner feeds it. */
export interface Multiplexed {
  readonly connection: Connection;
  /** What the decoder gave for one chunk. An empty list still counts as a sign of life. */
  received(incoming: readonly Incoming[]): void;
  /**
   * The channel is over without `close()` having been asked for. Every pending exchange settles
   * at once. Later calls do nothing.
   */
  ended(reason: CloseReason): void;
}
