import type { AbortSignalLike, Respond } from "@x/connection";
import {
  cancelledNotification,
  type Notification,
  type Request,
  type RequestId,
  type Response,
} from "@x/wire";

/** The requests of a legacy server that the official client has been given and has not answered. */
export class ServerRequests {
  readonly #onOver: (cancelled: Notification) => void;
  readonly #open = new Map<RequestId, Respond>();

  /** `onOver` is told, as a server would, where no answer is wanted any more: its handler is to abort. */
  constructor(onOver: (cancelled: Notification) => void) {
    this.#onOver = onOver;
  }

  receive({ id }: Request, respond: Respond, over: AbortSignalLike): void {
    this.#open.set(id, respond);
    over.addEventListener("abort", () => {
      if (this.#open.get(id) !== respond) return;
      this.#open.delete(id);
      this.#onOver(cancelledNotification(id, String(over.reason)));
    });
  }

  /**
   * Does nothing where the request is not open any more.
   *
   * @throws WireError `not_serializable`; the server has an error for an answer then.
   */
  answer(response: Response): void {
    const respond = this.#open.get(response.id);
    this.#open.delete(response.id);
    respond?.("result" in response ? { result: response.result } : { error: response.error });
  }
}
