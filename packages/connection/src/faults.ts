import type { Exchanges } from "./exchanges.js";
import type { Fault } from "./fault.js";
import { type FaultSource, faultOf } from "./fault-of.js";
import type { Listeners } from "./listeners.js";

/** How many faults may come with no usable message between them. */
const MAX_IN_A_ROW = 10_000;

/** What {@link Faults} needs of its connection. */
export interface FaultsOptions {
  readonly exchanges: Exchanges;
  readonly listeners: Listeners;
  /** The peer has done nothing else for too long. */
  readonly giveUp: (message: string) => void;
}

/** Tells what a peer does wrong, and gives up on one that does nothing else. */
export class Faults {
  readonly #options: FaultsOptions;
  #inARow = 0;

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  report(source: FaultSource): Fault {
    const { exchanges, listeners, giveUp } = this.#options;
    const fault = faultOf(source);
    exchanges.note(fault);
    listeners.fault(fault);
    this.#inARow += 1;
    if (this.#inARow === MAX_IN_A_ROW) {
      giveUp(
        `The peer sent ${MAX_IN_A_ROW} frames in a row that are no use, the last: ${fault.message}`,
      );
    }
    return fault;
  }

  /** Something usable came. */
  relent(): void {
    this.#inARow = 0;
  }
}
