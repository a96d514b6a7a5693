import { encode, type Incoming, type Notification, type Request, type Response } from "@x/wire";
import type { Channel, Multiplexed } from "./channel.js";
import type { Clock } from "./clock.js";
import type { CloseReason } from "./close-reason.js";
import type { Connection, ConnectionListener, Era, ExchangeOptions, Off } from "./connection.js";
import { ConnectionError } from "./connection-error.js";
import { eraContradiction } from "./era-contradiction.js";
import { Exchanges } from "./exchanges.js";
import { type FaultSource, faultOf } from "./fault-of.js";
import { type IdSource, integerIds } from "./ids.js";
import { Listeners } from "./listeners.js";
import { notificationOwner } from "./notification-owner.js";
import type { ExchangeOutcome, NotifyOutcome } from "./outcome.js";
import { ServerRequests } from "./server-requests.js";

/** Time, and the bounds of one connection. */
export interface MultiplexOptions {
  readonly clock: Clock;
  /** Exchanges under way at once. Default 10,000; one more is refused with `too_many_pending`. */
  readonly maxPending?: number;
  /** How long the host may take to answer a request of a legacy server. Default 600,000 ms. */
  readonly inputMs?: number;
}

/**
 * Makes a {@link Connection} of a channel that carries every message of a peer in one stream.
 *
 * Correlates responses by id (type and value), enforces deadlines, tells the peer what was abandoned,
 * and turns whatever else comes into notifications, late messages and faults.
 */
export function multiplex(channel: Channel, options: MultiplexOptions): Multiplexed {
  const multiplexer = new Multiplexer(channel, options);
  return {
    connection: multiplexer,
    received: (incoming) => multiplexer.received(incoming),
    ended: (reason) => multiplexer.ended(reason),
  };
}

class Multiplexer implements Connection {
  readonly type = "connection";
  readonly ids: IdSource = integerIds();
  readonly closed: Promise<CloseReason>;

  readonly #channel: Channel;
  readonly #clock: Clock;
  readonly #listeners = new Listeners();
  readonly #exchanges: Exchanges;
  readonly #serverRequests: ServerRequests;
  #resolveClosed: (reason: CloseReason) => void = () => {};
  #era: Era | undefined;
  #over: CloseReason | undefined;
  #closing: Promise<CloseReason> | undefined;

  constructor(channel: Channel, options: MultiplexOptions) {
    const { clock, maxPending = 10_000, inputMs = 600_000 } = options;
    const send = (frame: string): void => this.#send(frame);
    this.#channel = channel;
    this.#clock = clock;
    this.#exchanges = new Exchanges({ clock, maxPending, send });
    this.#serverRequests = new ServerRequests({
      clock,
      inputMs,
      send,
      onBusy: () => this.#exchanges.pause(),
      onIdle: () => this.#exchanges.resume(),
    });
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  settle(era: Era): void {
    if (this.#era !== undefined) {
      throw new ConnectionError(
        `This connection is ${this.#era.era} already; an era is settled once. Open a new connection.`,
        { code: "already_settled" },
      );
    }
    this.#era = era;
  }

  exchange(request: Request, options: ExchangeOptions): Promise<ExchangeOutcome> {
    if (this.#over === undefined) return this.#exchanges.open(request, options);
    return Promise.resolve({ type: "closed", reason: this.#over, written: false });
  }

  async notify(notification: Notification): Promise<NotifyOutcome> {
    if (this.#over !== undefined) return { type: "closed", reason: this.#over };
    const frame = encode(notification);
    const sent = await new Promise<boolean>((resolve) => this.#send(frame, resolve));
    return sent ? { type: "sent" } : { type: "closed", reason: this.#over ?? (await this.closed) };
  }

  on(listener: ConnectionListener): Off {
    return this.#listeners.add(listener);
  }

  close(): Promise<CloseReason> {
    if (this.#closing === undefined) {
      const byUs = this.#finish({ type: "local", message: "This side closed the connection." });
      this.#closing = this.#channel.close().then((reason) => {
        if (byUs) this.#resolveClosed(reason);
        return this.closed;
      });
    }
    return this.#closing;
  }

  received(incoming: readonly Incoming[]): void {
    this.#exchanges.start();
    for (const one of incoming) {
      if (this.#over !== undefined) break;
      this.#listeners.tap("received", one.text, this.#clock);
      this.#receive(one);
    }
    this.#listeners.rethrow();
  }

  ended(reason: CloseReason): void {
    if (this.#finish(reason)) this.#resolveClosed(reason);
  }

  #receive(one: Incoming): void {
    switch (one.type) {
      case "response":
        this.#response(one.message, one.text);
        return;
      case "notification":
        this.#notification(one.message, one.text);
        return;
      case "request":
        if (this.#era?.era === "legacy") {
          this.#serverRequests.receive(one.message, this.#listeners.requestHandler());
        } else {
          this.#fault(one);
        }
        return;
      case "invalid": {
        const fault = this.#fault(one);
        const entry = this.#exchanges.get(one.id);
        if (entry !== undefined) this.#exchanges.spoil(entry, fault);
        return;
      }
      case "too_large": {
        const { message } = this.#fault(one);
        const { limitBytes, sizeBytes } = one;
        const entry = this.#exchanges.get(one.id);
        if (entry !== undefined) {
          this.#exchanges.settle(entry, { type: "too_large", limitBytes, sizeBytes });
        } else if (one.id === undefined) {
          this.#fail({ type: "too_large", message, limitBytes, sizeBytes });
        }
        return;
      }
    }
  }

  #response(response: Response, text: string): void {
    const entry = this.#exchanges.get(response.id);
    if (entry !== undefined) {
      this.#exchanges.settle(entry, { type: "response", response });
      this.#checkEra(response, text);
      return;
    }
    if (this.#exchanges.wasAbandoned(response.id)) {
      this.#listeners.late(response);
      return;
    }
    const fault = this.#fault({ type: "unknown_id", id: response.id, text });
    // While negotiating there is one exchange, and a reply that names another id is its reply.
    if (this.#era === undefined) this.#exchanges.spoilAll(fault);
  }

  #checkEra(response: Response, text: string): void {
    const era = this.#era;
    if (era === undefined) return;
    if (era.era === "modern" && "result" in response && !("resultType" in response.result)) {
      this.#fault({ type: "absent_result_type", id: response.id, text });
    }
    const message = eraContradiction(era, response);
    if (message !== undefined) this.#fail({ type: "era_contradicted", message });
  }

  #notification(notification: Notification, text: string): void {
    const owner = notificationOwner(notification);
    switch (owner.type) {
      case "progress":
      case "subscription": {
        const entry = this.#exchanges.get(owner.id);
        if (entry === undefined) {
          this.#listeners.late(notification);
          return;
        }
        this.#exchanges.progressed(entry);
        this.#listeners.call(entry.options.onNotification, notification);
        return;
      }
      case "cancelled": {
        if (this.#serverRequests.withdraw(owner.id)) return;
        const entry = this.#exchanges.get(owner.id);
        if (entry?.request.method === "subscriptions/listen") {
          this.#exchanges.settle(entry, { type: "cancelled_by_server", reason: owner.reason });
        } else if (!this.#exchanges.wasAbandoned(owner.id)) {
          const detail = "it cancels neither a listen stream nor a request of the server";
          this.#fault({ type: "invalid_notification", detail, text });
        }
        return;
      }
      case "invalid":
        this.#fault({ type: "invalid_notification", detail: owner.detail, text });
        return;
      case "connection":
        this.#listeners.notification(notification);
        return;
    }
  }

  #fault(source: FaultSource): ReturnType<typeof faultOf> {
    const fault = faultOf(source);
    this.#exchanges.note(fault);
    this.#listeners.fault(fault);
    return fault;
  }

  #send(frame: string, done?: (sent: boolean) => void): void {
    if (this.#over !== undefined) {
      done?.(false);
      return;
    }
    this.#listeners.tap("sent", frame, this.#clock);
    this.#channel.send(frame, done);
  }

  /** Ends the connection for a reason of this side's own. */
  #fail(reason: CloseReason): void {
    if (!this.#finish(reason)) return;
    this.#resolveClosed(reason);
    this.#closing = this.#channel.close().then(() => this.closed);
  }

  /** Settles everything that is pending. Tells whether this was the first reason. */
  #finish(reason: CloseReason): boolean {
    if (this.#over !== undefined) return false;
    this.#over = reason;
    this.#serverRequests.clear();
    this.#exchanges.stop();
    this.#exchanges.settleAll({ type: "closed", reason, written: true });
    return true;
  }
}
