import type { Delivery } from "./errand.js";
import { Posting, type PostingHost } from "./posting.js";

/** How many messages without an answer of their own are on their way at once. */
const MAX_AT_ONCE = 16;
/** How many more may wait for their turn. */
const MAX_WAITING = 1000;

/**
 * The messages of a connection that have no answer of their own: so many at once, in their order. A
 * server that makes this side say more than it takes gets no further socket for it.
 */
export class Postbox {
  readonly #open = new Set<Posting>();
  readonly #onFull: (message: string) => void;
  #waiting: { readonly delivery: () => Delivery; readonly host: PostingHost }[] = [];

  /** `onFull` is called when there is no room even to wait. */
  constructor(onFull: (message: string) => void) {
    this.#onFull = onFull;
  }

  /** The delivery is made when its turn comes. */
  post(delivery: () => Delivery, host: PostingHost): void {
    if (this.#open.size < MAX_AT_ONCE) {
      this.#send(delivery(), host);
    } else if (this.#waiting.length < MAX_WAITING) {
      this.#waiting.push({ delivery, host });
    } else {
      host.onPosted({ type: "stopped" });
      this.#onFull(
        `The server does not take what it asks for: ${MAX_WAITING} answers and notifications wait for it.`,
      );
    }
  }

  stop(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { host } of waiting) host.onPosted({ type: "stopped" });
    for (const posting of this.#open) posting.stop();
    this.#open.clear();
  }

  #send(delivery: Delivery, host: PostingHost): void {
    const posting: Posting = new Posting(delivery, {
      ...host,
      onOver: () => {
        host.onOver?.();
        this.#open.delete(posting);
        const next = this.#waiting.shift();
        if (next !== undefined) this.#send(next.delivery(), next.host);
      },
    });
    this.#open.add(posting);
  }
}
