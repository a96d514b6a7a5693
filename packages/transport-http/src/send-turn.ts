/**
 * Lets requests wait for the next turn of the event loop where a reply has just ended.
 *
 * A kept connection is free at that moment, and its server may have closed it already: what says so is
 * read before the connection is used again.
 */
export class SendTurn {
  #waiting: (() => void)[] | undefined;

  /** A reply has ended. */
  ended(): void {
    if (this.#waiting !== undefined) return;
    this.#waiting = [];
    setImmediate(() => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const send of waiting) send();
    });
  }

  /** Sends at once, or in the next turn. */
  run(send: () => void): void {
    if (this.#waiting === undefined) send();
    else this.#waiting.push(send);
  }
}
