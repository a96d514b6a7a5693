import type { RequestId } from "@x/wire";

/** A power of two; more than are usually pending at once. */
const SLOTS = 1024;

/**
 * What is under way, by request id (type and value).
 *
 * Integers in a row, as the connection's own ids are, have a slot each, and only what finds its slot
 * taken, or has another kind of id, goes into a map. A map alone would do, were it not that engines
 * keep what is deleted from an old one alive until their next full garbage collection: that doubles the
 * cost of a call in a host that has run for a while.
 */
export class IdTable<Entry extends { readonly id: RequestId }> {
  readonly #slots: (Entry | undefined)[] = Array(SLOTS).fill(undefined);
  readonly #others = new Map<RequestId, Entry>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: RequestId): Entry | undefined {
    if (typeof id === "number") {
      const entry = this.#slots[id & (SLOTS - 1)];
      if (entry?.id === id) return entry;
    }
    return this.#others.size === 0 ? undefined : this.#others.get(id);
  }

  /** The only entry, where there is one only. */
  get only(): Entry | undefined {
    if (this.#size !== 1) return undefined;
    for (const entry of this) return entry;
    return undefined;
  }

  /** The id must not be pending. */
  add(entry: Entry): void {
    const { id } = entry;
    this.#size += 1;
    if (typeof id === "number" && this.#slots[id & (SLOTS - 1)] === undefined) {
      this.#slots[id & (SLOTS - 1)] = entry;
    } else {
      this.#others.set(id, entry);
    }
  }

  /** Whether it was there. */
  delete(entry: Entry): boolean {
    const { id } = entry;
    if (typeof id === "number" && this.#slots[id & (SLOTS - 1)] === entry) {
      this.#slots[id & (SLOTS - 1)] = undefined;
    } else if (this.#others.get(id) === entry) {
      this.#others.delete(id);
    } else {
      return false;
    }
    this.#size -= 1;
    return true;
  }

  /** All entries; ones that go away meanwhile are left out. */
  *[Symbol.iterator](): Generator<Entry> {
    if (this.#size === 0) return;
    for (const entry of this.#slots) if (entry !== undefined) yield entry;
    yield* this.#others.values();
  }
}
