import type { RequestId } from "@x/wire";

/** How many abandoned ids a connection remembers, so that their replies count as late, not as faults. */
export const REMEMBERED_ABANDONED_IDS = 1024;

/** The last {@link REMEMBERED_ABANDONED_IDS} ids that this side stopped waiting for. */
export class AbandonedIds {
  readonly #ids = new Set<RequestId>();

  add(id: RequestId): void {
    this.#ids.add(id);
    if (this.#ids.size > REMEMBERED_ABANDONED_IDS) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest);
        break;
      }
    }
  }

  /** Whether `id` is among them; it is forgotten by this, since one reply is all that is due. */
  take(id: RequestId): boolean {
    return this.#ids.delete(id);
  }
}
