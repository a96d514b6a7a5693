import { Body } from "./body-text.js";
import type { HttpHeader, HttpSink } from "./send.js";

/** How much of the body is kept, in bytes. */
const KEPT_BYTES = 64 * 1024;

/** A reply that is held back until it is known whether it is the one. */
export class KeptReply {
  readonly status: number;
  readonly header: HttpHeader;
  readonly #body = new Body(KEPT_BYTES);
  #ended = false;

  constructor(status: number, header: HttpHeader) {
    this.status = status;
    this.header = header;
  }

  /** Whether there is room for more. */
  chunk(bytes: Uint8Array): boolean {
    return this.#body.add(bytes);
  }

  /** No more of it will come, be it that it is whole, broken off, or more than is kept. */
  end(): void {
    this.#ended = true;
  }

  /** Hands on what came so far, while it is wanted. Whatever comes later is the sink's own. */
  replay(sink: HttpSink, isWanted: () => boolean): void {
    sink.head(this.status, this.header);
    const bytes = this.#body.take();
    if (isWanted() && bytes.length > 0) sink.chunk(bytes);
    if (isWanted() && this.#ended) sink.end();
  }
}
