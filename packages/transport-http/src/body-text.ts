import { BytePieces } from "./byte-pieces.js";

declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string };

const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });
const lenient = /* @__PURE__ */ new TextDecoder("utf-8");

/** A body as text. `utf8` tells whether its bytes were; U+FFFD stands for those that were not. */
export interface BodyText {
  readonly text: string;
  readonly utf8: boolean;
}

/** The bytes of a body as they come, up to a limit. */
export class Body {
  readonly #limitBytes: number;
  readonly #pieces = new BytePieces();
  #size = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** How many bytes came, with those over the limit. */
  get size(): number {
    return this.#size;
  }

  /** Whether it is still within the limit; what is over it is not kept. */
  add(bytes: Uint8Array): boolean {
    const room = this.#limitBytes - this.#size;
    this.#size += bytes.length;
    if (bytes.length > room && room > 0) this.#pieces.append(bytes.subarray(0, room));
    else if (room > 0) this.#pieces.append(bytes);
    return bytes.length <= room;
  }

  /** All that was kept, which is not held any more then. */
  take(): Uint8Array {
    return this.#pieces.take();
  }

  /** {@link take}, as text. */
  text(): BodyText {
    const bytes = this.take();
    try {
      return { text: strict.decode(bytes), utf8: true };
    } catch {
      return { text: lenient.decode(bytes), utf8: false };
    }
  }

  /** So many characters of its beginning, for people. */
  excerpt(characters: number): string {
    return lenient.decode(this.#pieces.head(characters * 4)).slice(0, characters);
  }
}
