const MERGE_COUNT = 256;
const MERGE_BYTES = 256 * 1024;

/**
 * Bytes of one frame as they come, joined once.
 *
 * Keeps references to the pieces given to it. Only runs of very small pieces are copied together,
 * each byte at most once, so that a frame that trickles in byte by byte costs little more memory
 * than its size.
 */
export class HeldBytes {
  #pieces: Uint8Array[] = [];
  #size = 0;
  /** Pieces before this index are not merged any more. */
  #mergedUpTo = 0;
  #bytesSinceMerge = 0;

  get size(): number {
    return this.#size;
  }

  append(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#size += piece.length;
    this.#bytesSinceMerge += piece.length;
    if (this.#pieces.length - this.#mergedUpTo < MERGE_COUNT) return;
    if (this.#bytesSinceMerge < MERGE_BYTES) {
      const small = this.#pieces.splice(this.#mergedUpTo);
      this.#pieces.push(join(small, this.#bytesSinceMerge));
    }
    this.#mergedUpTo = this.#pieces.length;
    this.#bytesSinceMerge = 0;
  }

  /** The last byte held, `undefined` where there is none. */
  last(): number | undefined {
    return this.#pieces.at(-1)?.at(-1);
  }

  /** A copy of the first `length` bytes, or of all where there are fewer. */
  head(length: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    let missing = Math.min(length, this.#size);
    const size = missing;
    for (const piece of this.#pieces) {
      if (missing === 0) break;
      const part = piece.subarray(0, missing);
      pieces.push(part);
      missing -= part.length;
    }
    return join(pieces, size);
  }

  /** A copy of the last `length` bytes, or of all where there are fewer. */
  tail(length: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    let missing = Math.min(length, this.#size);
    const size = missing;
    for (let index = this.#pieces.length - 1; missing > 0; index -= 1) {
      const piece = this.#pieces[index];
      if (piece === undefined) break;
      const part = piece.subarray(Math.max(0, piece.length - missing));
      pieces.unshift(part);
      missing -= part.length;
    }
    return join(pieces, size);
  }

  /** All bytes in one array, and nothing is held any more. A lone piece is returned as it is. */
  take(): Uint8Array {
    const [first] = this.#pieces;
    const whole =
      first !== undefined && this.#pieces.length === 1 ? first : join(this.#pieces, this.#size);
    this.clear();
    return whole;
  }

  /** {@link take} with one more piece at the end. */
  takeWith(piece: Uint8Array): Uint8Array {
    if (this.#size === 0) return piece;
    this.append(piece);
    return this.take();
  }

  clear(): void {
    this.#pieces = [];
    this.#size = 0;
    this.#mergedUpTo = 0;
    this.#bytesSinceMerge = 0;
  }
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
