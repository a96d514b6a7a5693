import {
  encode,
  INTERNAL_ERROR,
  METHOD_NOT_FOUND,
  type Request,
  type RequestId,
  type Response,
} from "@x/wire";
import { Aborter } from "./aborter.js";
import type { Cancel, Clock } from "./clock.js";
import type { ConnectionListener, Respond } from "./connection.js";
import type { Outbox } from "./outbox.js";

/** How many requests of a server may wait for the host at once. */
const MAX_OPEN = 1000;

/** Hands a request to the host; `undefined` where the host has no handler for requests. */
export type RequestHandler = NonNullable<ConnectionListener["request"]>;

/** What {@link ServerRequests} needs of its connection. */
export interface ServerRequestsOptions {
  readonly clock: Clock;
  /** How long the host may take for one answer, in milliseconds. */
  readonly inputMs: number;
  readonly outbox: Outbox;
  /** Called when the first request opens, and when the last one closes. */
  readonly onBusy: () => void;
  readonly onIdle: () => void;
}

/**
 * Requests that a legacy server made and that are not answered yet.
 *
 * `ping` is answered here; everything else goes to the host's handler and is bounded by `inputMs`, as
 * is the time for which all of them together stop the clocks of the host's own calls.
 * Specification 2025-11-25: "Ping", "Cancellation".
 */
export class ServerRequests {
  readonly #options: ServerRequestsOptions;
  readonly #open = new Map<RequestId, Cancel>();
  /** Ends the pause of the calls, should the server never run out of requests. */
  #cancelPause: Cancel = () => {};

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
  }

  receive(request: Request, handler: RequestHandler | undefined): void {
    const { id } = request;
    if (request.method === "ping") {
      this.#send({ jsonrpc: "2.0", id, result: {} });
      return;
    }
    if (handler === undefined) {
      this.#send({
        jsonrpc: "2.0",
        id,
        error: {
          code: METHOD_NOT_FOUND,
          message: `This client does not handle ${request.method}.`,
        },
      });
      return;
    }
    if (this.#open.size >= MAX_OPEN && !this.#open.has(id)) {
      const message = `This client has ${MAX_OPEN} unanswered requests of this server already.`;
      this.#send({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } });
      return;
    }
    const { clock, inputMs, onBusy, onIdle } = this.#options;
    const message = `No answer to ${request.method} within ${inputMs} ms.`;
    const first = this.#open.size === 0;
    this.#open.get(id)?.();
    const over = new Aborter();
    const cancelTimer: Cancel = () => {
      stopTimer();
      over.abort();
    };
    const stopTimer = clock.after(inputMs, () => {
      this.#finish(id, cancelTimer, {
        jsonrpc: "2.0",
        id,
        error: { code: INTERNAL_ERROR, message },
      });
    });
    this.#open.set(id, cancelTimer);
    if (first) {
      this.#cancelPause = clock.after(inputMs, onIdle);
      onBusy();
    }
    const respond: Respond = (answer) => {
      this.#finish(id, cancelTimer, { jsonrpc: "2.0", id, ...answer });
    };
    handler(request, respond, over);
  }

  /** The server no longer wants an answer to its request `id`. Tells whether there was one. */
  withdraw(id: RequestId): boolean {
    const cancelTimer = this.#open.get(id);
    if (cancelTimer === undefined) return false;
    this.#finish(id, cancelTimer, undefined);
    return true;
  }

  /** The connection is over: nothing is answered any more. */
  clear(): void {
    this.#cancelPause();
    for (const cancelTimer of this.#open.values()) cancelTimer();
    this.#open.clear();
  }

  /** The timer tells two requests with one id apart: only the newest is answered. */
  #finish(id: RequestId, cancelTimer: Cancel, response: Response | undefined): void {
    if (this.#open.get(id) !== cancelTimer) return;
    cancelTimer();
    this.#open.delete(id);
    if (response !== undefined) this.#send(response);
    if (this.#open.size > 0) return;
    this.#cancelPause();
    this.#options.onIdle();
  }

  #send(response: Response): void {
    this.#options.outbox.send(encode(response), response);
  }
}
