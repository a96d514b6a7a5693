/** Keeps the last bytes of a stream in a fixed amount of memory. */
export class ByteRing {
  readonly #bytes: Buffer;
  /** Where the next byte goes. */
  #at = 0;
  #full = false;

  constructor(limitBytes: number) {
    this.#bytes = Buffer.allocUnsafe(limitBytes);
  }

  push(chunk: Buffer): void {
    const limit = this.#bytes.length;
    if (limit === 0) return;
    const kept = chunk.subarray(Math.max(0, chunk.length - limit));
    const beforeWrap = kept.copy(this.#bytes, this.#at);
    kept.copy(this.#bytes, 0, beforeWrap);
    if (this.#at + kept.length >= limit) this.#full = true;
    this.#at = (this.#at + kept.length) % limit;
  }

  /** What is kept, oldest first; a character that the limit cut through is left out. */
  text(): string {
    if (!this.#full) return this.#bytes.toString("utf8", 0, this.#at);
    const bytes = Buffer.concat([
      this.#bytes.subarray(this.#at),
      this.#bytes.subarray(0, this.#at),
    ]);
    const first = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
    return bytes.toString("utf8", Math.max(0, first));
  }
}
