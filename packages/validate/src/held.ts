/** How much a worker may hold: schemas, and characters of their text together. */
export interface HeldBounds {
  readonly schemas: number;
  readonly characters: number;
}

/** Keeps count of the schemas that one worker holds; the least recently used are released. */
export class Held {
  readonly #bounds: HeldBounds;
  /** Lengths by key, the least recently used first. */
  readonly #lengths = new Map<string, number>();
  #characters = 0;

  constructor(bounds: HeldBounds) {
    this.#bounds = bounds;
  }

  has(key: string): boolean {
    return this.#lengths.has(key);
  }

  /** Notes that a schema is used, and tells which have to be released for it: never itself. */
  use(key: string, length: number): readonly string[] {
    this.#drop(key);
    this.#lengths.set(key, length);
    this.#characters += length;
    const released: string[] = [];
    for (const oldest of this.#lengths.keys()) {
      if (oldest === key || this.#isWithinBounds()) break;
      this.#drop(oldest);
      released.push(oldest);
    }
    return released;
  }

  #isWithinBounds(): boolean {
    return (
      this.#lengths.size <= this.#bounds.schemas && this.#characters <= this.#bounds.characters
    );
  }

  #drop(key: string): void {
    this.#characters -= this.#lengths.get(key) ?? 0;
    this.#lengths.delete(key);
  }
}
