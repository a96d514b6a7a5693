import { type Incoming, isResultResponse, type Request, type RequestId } from "@x/wire";
import type { Refusal } from "./refusal.js";
import { mayBeHeard } from "./standing-stream.js";

/** An `initialize` that may have to be delivered once more. */
export interface Initialize {
  readonly frame: string;
  readonly request: Request;
}

/** The reply to a request, as far as a handshake looks at it. */
export interface HandshakeReply {
  readonly id: RequestId;
  /** The session that it names, if it names one. */
  readonly session: string | undefined;
}

/** What `initialize` and the answer to it mean for what is sent after them. */
export class Handshake {
  readonly #listen: boolean;
  #pending: Initialize | undefined;
  #session: string | undefined;
  #hears = false;

  /** `listen`: whether a server that may have something to say is asked for a stream of its own. */
  constructor({ listen }: { readonly listen: boolean }) {
    this.#listen = listen;
  }

  /** Goes with every request from here on. */
  get session(): string | undefined {
    return this.#session;
  }

  /** Whether the server is asked for a stream of its own once the handshake is over. */
  get hears(): boolean {
    return this.#hears;
  }

  begin(initialize: Initialize): void {
    this.#pending = initialize;
  }

  /** Looks at what came on a reply. */
  received({ id, session }: HandshakeReply, frames: readonly Incoming[]): void {
    const request = this.#pending?.request;
    if (request?.id !== id) return;
    for (const frame of frames) {
      if (frame.type !== "response" || frame.message.id !== id) continue;
      this.#pending = undefined;
      if (!isResultResponse(frame.message)) return;
      this.#hears = this.#listen && mayBeHeard(request, frame.message.result);
      this.#session = session;
      return;
    }
  }

  /**
   * The `initialize` that was refused on this reply as if nothing were there to take it; given once.
   *
   * Specification 2025-11-25, "Transports", "Backwards Compatibility".
   */
  unknownTo({ id }: HandshakeReply, { status }: Refusal): Initialize | undefined {
    const pending = this.#pending;
    const isUnknown = status === 400 || status === 404 || status === 405;
    if (pending?.request.id !== id || !isUnknown) return undefined;
    this.#pending = undefined;
    return pending;
  }

  /** Whether this status says that the session is gone; it is then. */
  loses(status: number): boolean {
    if (status !== 404 || this.#session === undefined) return false;
    this.#session = undefined;
    return true;
  }
}
