const MOST_REMEMBERED = 10_000;

/** Remembers the schemas whose last check came to its end: those that no worker has been lost over since. */
export class Timely {
  /** Keys, those that were noted last at the end. */
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    if (this.#keys.size <= MOST_REMEMBERED) return;
    for (const oldest of this.#keys) {
      this.#keys.delete(oldest);
      break;
    }
  }

  delete(key: string): void {
    this.#keys.delete(key);
  }
}
