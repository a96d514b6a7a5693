import type {
  CloseReason,
  Connection,
  ConnectionListener,
  Era,
  ExchangeOptions,
  ExchangeOutcome,
  IdSource,
  MultiplexOptions,
  NotifyOutcome,
  Off,
} from "@x/connection";
import { cancelledNotification, type Notification, type Request } from "@x/wire";
import { SdkCall } from "./sdk-call.js";
import { SdkChannel } from "./sdk-channel.js";
import type { SdkTransportLike } from "./sdk-transport-like.js";
import { messageOf } from "./send-failure.js";

/**
 * A connection over one official transport, which must not have been started yet.
 *
 * Correlation, deadlines and faults are those of the multiplexer; this adds what official transports
 * know beyond a plain channel: sends that fail, a stream for each request, the settled revision.
 */
export class SdkConnection implements Connection {
  readonly type = "connection";
  readonly #sdk: SdkTransportLike;
  readonly #channel: SdkChannel;
  readonly #inner: Connection;
  #era: Era | undefined;

  constructor(sdk: SdkTransportLike, options: MultiplexOptions) {
    this.#sdk = sdk;
    this.#channel = new SdkChannel(sdk, options);
    this.#inner = this.#channel.multiplexed.connection;
  }

  get ids(): IdSource {
    return this.#inner.ids;
  }

  get closed(): Promise<CloseReason> {
    return this.#inner.closed;
  }

  settle(era: Era): void {
    this.#inner.settle(era);
    this.#era = era;
    this.#sdk.setProtocolVersion?.(era.revision);
  }

  async exchange(request: Request, options: ExchangeOptions): Promise<ExchangeOutcome> {
    const { calls } = this.#channel;
    const call = new SdkCall(request.id, options);
    const earlier = calls.get(request.id);
    calls.set(request.id, call);
    try {
      // Silent: a request that the official transport could not deliver must not be cancelled.
      const inner = { ...options, onAbandon: "silent", signal: call.signal } as const;
      const outcome = call.over(await this.#inner.exchange(request, inner));
      if (options.onAbandon === "cancel" && call.sent) this.#cancelAfter(outcome, request, call);
      return outcome;
    } finally {
      // An id that was pending already is refused; the earlier call goes on.
      if (earlier === undefined) calls.delete(request.id);
      else calls.set(request.id, earlier);
    }
  }

  notify(notification: Notification): Promise<NotifyOutcome> {
    const { method } = notification;
    return new Promise((resolve, reject) => {
      this.#channel.onUndelivered = (cause) => {
        const message = `The official transport did not deliver ${method} (${messageOf(cause)}).`;
        resolve({ type: "closed", reason: { type: "failed", message, cause } });
      };
      this.#inner.notify(notification).then(resolve, reject);
      this.#channel.onUndelivered = undefined;
    });
  }

  on(listener: ConnectionListener): Off {
    return this.#inner.on(listener);
  }

  close(): Promise<CloseReason> {
    return this.#inner.close();
  }

  /**
   * Tells the peer that this side stopped waiting. A modern request with a stream of its own is
   * cancelled by closing that (specification 2026-07-28, "Cancellation"); `initialize` never is.
   */
  #cancelAfter(outcome: ExchangeOutcome, { id, method }: Request, call: SdkCall): void {
    if (outcome.type !== "aborted" && outcome.type !== "timed_out") return;
    if (method === "initialize") return;
    if (this.#sdk.hasPerRequestStream === true && this.#era?.era !== "legacy") {
      call.closeStream();
      return;
    }
    const reason = outcome.type === "aborted" ? "aborted by the caller" : "deadline exceeded";
    void this.#inner.notify(cancelledNotification(id, reason));
  }
}
