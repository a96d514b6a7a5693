import type { Connection, Off, Respond, TapEvent } from "@x/connection";
import {
  decodeFrame,
  type Notification,
  type Request,
  type RequestId,
  type Response,
} from "@x/wire";

/**
 * The requests of a legacy server that the official client has been given and has not answered.
 *
 * A connection keeps it to itself when the server withdraws a request; the official client has a
 * handler to abort. So the connection is tapped while, and only while, a request is open.
 */
export class ServerRequests {
  readonly #connection: Connection;
  readonly #onWithdrawn: (cancelled: Notification) => void;
  readonly #open = new Map<RequestId, Respond>();
  #untap: Off | undefined;

  constructor(connection: Connection, onWithdrawn: (cancelled: Notification) => void) {
    this.#connection = connection;
    this.#onWithdrawn = onWithdrawn;
  }

  receive({ id }: Request, respond: Respond): void {
    this.#open.set(id, respond);
    this.#untap ??= this.#connection.on({ tap: (event) => this.#heard(event) });
  }

  /**
   * Does nothing where the request is not open any more.
   *
   * @throws WireError `not_serializable`; the server has an error for an answer then.
   */
  answer(response: Response): void {
    const respond = this.#take(response.id);
    respond?.("result" in response ? { result: response.result } : { error: response.error });
  }

  #heard({ direction, text }: TapEvent): void {
    if (direction !== "received" || !text.includes("cancelled")) return;
    const frame = decodeFrame(text);
    if (frame?.type !== "notification") return;
    const { method, params } = frame.message;
    if (method !== "notifications/cancelled") return;
    // Only ids that are in the map get through.
    if (this.#take(params?.["requestId"] as RequestId) !== undefined) {
      this.#onWithdrawn(frame.message);
    }
  }

  #take(id: RequestId): Respond | undefined {
    const respond = this.#open.get(id);
    this.#open.delete(id);
    if (this.#open.size === 0) {
      this.#untap?.();
      this.#untap = undefined;
    }
    return respond;
  }
}
