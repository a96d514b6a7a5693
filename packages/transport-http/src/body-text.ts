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
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether it is still within the limit; what is over it is not kept. */
  add(bytes: Uint8Array): boolean {
    this.#size += bytes.length;
    if (this.#size > this.#limitBytes) return false;
    this.#chunks.push(bytes);
    return true;
  }

  text(): BodyText {
    const bytes = joined(this.#chunks);
    try {
      return { text: strict.decode(bytes), utf8: true };
    } catch {
      return { text: lenient.decode(bytes), utf8: false };
    }
  }

  /** The first bytes as text, for people. */
  excerpt(length: number): string {
    const [first = new Uint8Array()] = this.#chunks;
    return lenient.decode(first.subarray(0, length));
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  let size = 0;
  for (const chunk of chunks) size += chunk.length;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
