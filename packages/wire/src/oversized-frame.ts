import { excerpt } from "./excerpt.js";
import type { HeldBytes } from "./held-bytes.js";
import type { Incoming } from "./incoming.js";
import type { RequestId } from "./message.js";
import { peekEnvelope, peekTrailingId } from "./peek-id.js";

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 4 * 1024;
/** A frame this many times over the limit is given up on before its end is seen. */
const PATIENCE = 4;
const CR = 13;

/**
 * A frame over the limit while it passes by: its size, the id it answers, and no more bytes of it
 * than its head and its tail. It is reported exactly once.
 */
export class OversizedFrame {
  readonly #limitBytes: number;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #text: string;
  readonly #id: RequestId | undefined;
  readonly #hasMethod: boolean;
  readonly #ring = new Uint8Array(TAIL_BYTES);
  #size = 0;
  #reported = false;

  constructor(limitBytes: number, held: HeldBytes, decode: (bytes: Uint8Array) => string) {
    this.#limitBytes = limitBytes;
    this.#decode = decode;
    const head = decode(held.head(HEAD_BYTES));
    const { id, hasMethod } = peekEnvelope(head);
    this.#text = excerpt(head);
    this.#id = hasMethod ? undefined : id;
    this.#hasMethod = hasMethod;
    this.#size = held.size - Math.min(held.size, TAIL_BYTES);
    this.#remember(held.tail(TAIL_BYTES));
  }

  /** Bytes of the frame without its line end. */
  add(bytes: Uint8Array): void {
    if (this.#reported) return;
    this.#size += Math.max(0, bytes.length - TAIL_BYTES);
    this.#remember(bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)));
  }

  /** The report, where it can be made before the end: the id is known, or patience is over. */
  early(): Incoming | undefined {
    if (this.#id === undefined && this.#size <= PATIENCE * this.#limitBytes) return undefined;
    return this.#report(this.#id);
  }

  /** The report at the end of the frame, unless it was made before. */
  ended(): Incoming | undefined {
    const mayTrail = this.#id === undefined && !this.#hasMethod;
    return this.#report(mayTrail ? peekTrailingId(this.#decode(this.#tail())) : this.#id);
  }

  /** The report where no more bytes will come: the last brace seen need not be the frame's. */
  cut(): Incoming | undefined {
    return this.#report(this.#id);
  }

  #report(id: RequestId | undefined): Incoming | undefined {
    if (this.#reported) return undefined;
    this.#reported = true;
    const endsInCr = this.#ring[(this.#size - 1) % TAIL_BYTES] === CR;
    const report = {
      type: "too_large",
      limitBytes: this.#limitBytes,
      sizeBytes: endsInCr ? this.#size - 1 : this.#size,
      text: this.#text,
    } as const;
    return id === undefined ? report : { ...report, id };
  }

  #remember(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#ring[this.#size % TAIL_BYTES] = byte;
      this.#size += 1;
    }
  }

  #tail(): Uint8Array {
    const start = this.#size % TAIL_BYTES;
    if (this.#size < TAIL_BYTES) return this.#ring.slice(0, start);
    const tail = new Uint8Array(TAIL_BYTES);
    tail.set(this.#ring.subarray(start));
    tail.set(this.#ring.subarray(0, start), TAIL_BYTES - start);
    return tail;
  }
}
