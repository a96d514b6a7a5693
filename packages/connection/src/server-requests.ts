import {
  Aborter,
  encode,
  INTERNAL_ERROR,
  METHOD_NOT_FOUND,
  type Request,
  type RequestId,
  type Response,
} from "@x/wire";
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
 * is the time for which all of them together stop the clocks of the host's own calls. What was asked for
 * the sake of a call is over with it, where this side gives that up.
 * Specification 2025-11-25: "Ping", "Cancellation".
 */
export class ServerRequests {
  readonly #options: ServerRequestsOptions;
  readonly #open = new Map<RequestId, Open>();
  /** Ends the pause of the calls, should the server never run out of requests. */
  #cancelPause: Cancel = () => {};

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
  }

  /** `call` is the request of this side that it was made for, where that is known. */
  receive(request: Request, handler: RequestHandler | undefined, call?: RequestId): void {
    const { id, method } = request;
    if (method === "ping") {
      this.#send({ jsonrpc: "2.0", id, result: {} });
      return;
    }
    if (handler === undefined) {
      const message = `This client does not handle ${method}.`;
      this.#send({ jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message } });
      return;
    }
    if (this.#open.size >= MAX_OPEN && !this.#open.has(id)) {
      const message = `This client has ${MAX_OPEN} unanswered requests of this server already.`;
      this.#send(refusal(id, message));
      return;
    }
    const { clock, inputMs, onBusy, onIdle } = this.#options;
    const first = this.#open.size === 0;
    this.#open.get(id)?.end("another request has its id");
    const over = new Aborter();
    const stopTimer = clock.after(inputMs, () => {
      const reason = `No answer to ${method} within ${inputMs} ms.`;
      this.#finish(id, open, reason, refusal(id, reason));
    });
    const open: Open = {
      call,
      end: (reason) => {
        stopTimer();
        over.abort(reason);
      },
    };
    this.#open.set(id, open);
    if (first) {
      this.#cancelPause = clock.after(inputMs, onIdle);
      onBusy();
    }
    const respond: Respond = (answer) => {
      if (this.#open.get(id) !== open) return;
      const response: Response = { jsonrpc: "2.0", id, ...answer };
      let frame: string;
      try {
        frame = encode(response);
      } catch (error) {
        const reason = `This client has no answer to ${method}.`;
        this.#finish(id, open, reason, refusal(id, reason));
        throw error;
      }
      this.#finish(id, open, "it was answered", response, frame);
    };
    handler(request, respond, over);
  }

  /** The server no longer wants an answer to its request `id`. Tells whether there was one. */
  withdraw(id: RequestId, reason: string | undefined): boolean {
    const open = this.#open.get(id);
    if (open === undefined) return false;
    this.#finish(id, open, reason ?? "its server took it back");
    return true;
  }

  /** This side waits no longer for this call of its own: what was asked for its sake is over. */
  abandoned(call: RequestId, reason: string): void {
    for (const [id, open] of this.#open) {
      if (open.call !== call) continue;
      const message = `What this was asked for was given up: ${reason}.`;
      this.#finish(id, open, message, refusal(id, message));
    }
  }

  /** The connection is over: nothing is answered any more. */
  clear(): void {
    this.#cancelPause();
    for (const { end } of this.#open.values()) end("the connection is over");
    this.#open.clear();
  }

  /** Two requests with one id are told apart: only the newest is answered. */
  #finish(id: RequestId, open: Open, reason: string, response?: Response, frame?: string): void {
    if (this.#open.get(id) !== open) return;
    open.end(reason);
    this.#open.delete(id);
    if (response !== undefined) this.#send(response, frame);
    if (this.#open.size > 0) return;
    this.#cancelPause();
    this.#options.onIdle();
  }

  #send(response: Response, frame: string = encode(response)): void {
    this.#options.outbox.send(frame, response);
  }
}

/** A request that is not answered yet. */
interface Open {
  readonly call: RequestId | undefined;
  /** Stops its timer, and tells the host that no answer is wanted any more. */
  readonly end: (reason: string) => void;
}

function refusal(id: RequestId, message: string): Response {
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } };
}
