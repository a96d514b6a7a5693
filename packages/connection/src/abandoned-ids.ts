import type { RequestId } from "@x/wire";

const REMEMBERED = 1024;

/** The last 1,024 ids that this side stopped waiting for: a reply to one is late, not a fault. */
export class AbandonedIds {
  readonly #ids = new Set<RequestId>();

  add(id: RequestId): void {
    this.#ids.add(id);
    if (this.#ids.size > REMEMBERED) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest);
        break;
      }
    }
  }

  has(id: RequestId): boolean {
    return this.#ids.has(id);
  }

  /** Whether `id` is among them; it is forgotten by this, since one reply is all that is due. */
  take(id: RequestId): boolean {
    return this.#ids.delete(id);
  }
}
