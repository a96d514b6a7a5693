import type { Channel, Multiplexed } from "./channel.js";
import type { Clock } from "./clock.js";
import { Multiplexer } from "./multiplexer.js";

/** Time, and the bounds of one connection. */
export interface MultiplexOptions {
  readonly clock: Clock;
  /** Exchanges under way at once. Default 10,000; one more is refused with `too_many_pending`. */
  readonly maxPending?: number;
  /** How long the host may take to answer a request of a legacy server. Default 600,000 ms. */
  readonly inputMs?: number;
}

/**
 * Makes a {@link Connection} of a channel that carries the messages of a peer.
 *
 * Correlates responses by id (type and value), enforces deadlines, tells the peer what was abandoned,
 * and turns whatever else comes into notifications, late messages and faults.
 */
export function multiplex(channel: Channel, options: MultiplexOptions): Multiplexed {
  const multiplexer = new Multiplexer(channel, options);
  return {
    connection: multiplexer,
    received: (incoming, stream) => multiplexer.received(incoming, stream),
    hold: (id) => multiplexer.hold(id),
    settle: (id, outcome) => multiplexer.settleExchange(id, outcome),
    gap: () => multiplexer.tell((listeners) => listeners.gap()),
    doubt: (why) => multiplexer.tell((listeners) => listeners.doubt(why)),
    ended: (reason) => multiplexer.ended(reason),
  };
}
