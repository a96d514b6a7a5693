/** The most that waits to be written: entries, and UTF-16 code units of their texts. */
const MOST_ENTRIES = 10_000;
const MOST_CHARACTERS = 2 ** 25;

/** What waits, or how many were left out where they would stand. */
export type Waiting<Entry> = { readonly entry: Entry } | { readonly dropped: number };

/**
 * A line of entries with an end: at most 10,000, and at most 33,554,432 characters unless a single one has
 * more. What comes while it is full is left out, and counted in its place.
 */
export class TraceQueue<Entry> {
  #waiting: { readonly one: Waiting<Entry>; readonly size: number }[] = [];
  #characters = 0;
  #dropped = 0;

  /** `size` is in characters. Never waits. */
  add(entry: Entry, size: number): void {
    const { length } = this.#waiting;
    const isFull = length >= MOST_ENTRIES || this.#characters + size > MOST_CHARACTERS;
    if (length > 0 && isFull) {
      this.#dropped += 1;
      return;
    }
    this.#tellDropped();
    this.#waiting.push({ one: { entry }, size });
    this.#characters += size;
  }

  /** Takes what waits, the oldest first, up to about `characters`; nothing where nothing waits. */
  take(characters: number): readonly Waiting<Entry>[] {
    if (this.#waiting.length === 0) this.#tellDropped();
    let size = 0;
    let count = 0;
    for (const one of this.#waiting) {
      if (size >= characters) break;
      size += one.size;
      count += 1;
    }
    this.#characters -= size;
    return this.#waiting.splice(0, count).map(({ one }) => one);
  }

  #tellDropped(): void {
    if (this.#dropped === 0) return;
    this.#waiting.push({ one: { dropped: this.#dropped }, size: 0 });
    this.#dropped = 0;
  }
}
