/** Shorter pieces than this are copied together: a view takes more memory than they do. */
const SHORT = 1024;
const BLOCK = 16 * 1024;
const NONE = new Uint8Array(0);

/**
 * Bytes as they come, joined once.
 *
 * Keeps references to pieces that are long, and to the first; others are copied, each byte once. So a
 * lone piece costs nothing, and bytes that trickle in cost little more memory than their number.
 */
export class BytePieces {
  #pieces: Uint8Array[] = [];
  #size = 0;
  /** What is left of the last block that short pieces are copied to, behind what is in use of it. */
  #block: Uint8Array = NONE;
  #used = 0;

  get size(): number {
    return this.#size;
  }

  append(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const isFirst = this.#size === 0;
    this.#size += piece.length;
    if (isFirst || piece.length >= SHORT) {
      this.#closeRun();
      this.#pieces.push(piece);
      return;
    }
    if (this.#used + piece.length > this.#block.length) {
      this.#closeRun();
      this.#block = new Uint8Array(BLOCK);
    }
    this.#block.set(piece, this.#used);
    this.#used += piece.length;
  }

  /** The first `length` bytes, or all where there are fewer. */
  head(length: number): Uint8Array {
    this.#closeRun();
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (const piece of this.#pieces) {
      if (size >= length) break;
      pieces.push(piece);
      size += piece.length;
    }
    return join(pieces, size).subarray(0, length);
  }

  /** All bytes in one array, and nothing is held any more. A lone piece is returned as it is. */
  take(): Uint8Array {
    this.#closeRun();
    const whole = join(this.#pieces, this.#size);
    this.clear();
    return whole;
  }

  clear(): void {
    if (this.#size === 0) return;
    this.#pieces = [];
    this.#size = 0;
    this.#block = NONE;
    this.#used = 0;
  }

  /** Makes a piece of the short ones that were copied since the last long one. */
  #closeRun(): void {
    if (this.#used === 0) return;
    this.#pieces.push(this.#block.subarray(0, this.#used));
    this.#block = this.#block.subarray(this.#used);
    this.#used = 0;
  }
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const [first = NONE] = pieces;
  if (pieces.length < 2) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
