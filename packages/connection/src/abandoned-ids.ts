import type { Request, RequestId } from "@x/wire";
import { asksForLogs } from "./log-wish.js";

const REMEMBERED = 1024;

/** The last 1,024 ids that this side stopped waiting for: a reply to one is late, not a fault. */
export class AbandonedIds {
  readonly #ids = new Set<RequestId>();
  #mayLog = false;

  /** Whether one of them asked for log messages; its server may not know that it is over. */
  get mayLog(): boolean {
    return this.#mayLog;
  }

  add(request: Request): void {
    this.#ids.add(request.id);
    this.#mayLog ||= asksForLogs(request);
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
