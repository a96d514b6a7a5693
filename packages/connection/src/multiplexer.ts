import type { Incoming, Notification, Request, RequestId, Response } from "@x/wire";
import type { Channel } from "./channel.js";
import type { Clock } from "./clock.js";
import type { CloseReason } from "./close-reason.js";
import type { Connection, ConnectionListener, Era, ExchangeOptions, Off } from "./connection.js";
import { ConnectionError } from "./connection-error.js";
import { deliverNotification } from "./deliver-notification.js";
import { EarlyRequests, type ServerRequest } from "./early-requests.js";
import { eraContradiction } from "./era-contradiction.js";
import { Exchanges, type ExchangesOptions } from "./exchanges.js";
import { Faults } from "./faults.js";
import { type IdSource, integerIds } from "./ids.js";
import { Listeners } from "./listeners.js";
import type { MultiplexOptions } from "./multiplex.js";
import { Outbox } from "./outbox.js";
import type { ExchangeOutcome, NotifyOutcome } from "./outcome.js";
import { ServerRequests } from "./server-requests.js";

/** The connection that `multiplex` makes of a channel. */
export class Multiplexer implements Connection {
  readonly type = "connection";
  readonly ids: IdSource = integerIds();
  readonly closed: Promise<CloseReason>;

  readonly #channel: Channel;
  readonly #clock: Clock;
  readonly #outbox: Outbox;
  readonly #listeners = new Listeners();
  readonly #exchanges: Exchanges;
  readonly #serverRequests: ServerRequests;
  readonly #faults: Faults;
  #resolveClosed: (reason: CloseReason) => void = () => {};
  /** Ids that were answered before the era was settled: a second answer can still be evidence. */
  readonly #answered = new Set<RequestId>();
  readonly #early = new EarlyRequests();
  #era: Era | undefined;
  #over: CloseReason | undefined;
  #closing: Promise<CloseReason> | undefined;

  constructor(channel: Channel, options: MultiplexOptions) {
    const { clock, maxPending = 10_000, inputMs = 600_000 } = options;
    const listeners = this.#listeners;
    const isOver = (): boolean => this.#over !== undefined;
    const outbox = new Outbox({ channel, listeners, clock, isOver });
    this.#outbox = outbox;
    this.#channel = channel;
    this.#clock = clock;
    const onAbandoned: ExchangesOptions["onAbandoned"] = (id, reason) =>
      this.#serverRequests.abandoned(id, reason);
    this.#exchanges = new Exchanges({ clock, maxPending, outbox, onAbandoned });
    this.#serverRequests = new ServerRequests({
      clock,
      inputMs,
      outbox,
      onBusy: () => this.#exchanges.pause(),
      onIdle: () => this.#exchanges.resume(),
    });
    this.#faults = new Faults({
      exchanges: this.#exchanges,
      listeners,
      giveUp: (message) => this.#fail({ type: "failed", message }),
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
    this.#answered.clear();
    this.#channel.settled?.(era);
    for (const early of this.#early.take()) this.#request(early);
    this.#listeners.rethrow();
  }

  readonly hold = (id: RequestId): (() => void) => this.#exchanges.hold(id);

  exchange(request: Request, options: ExchangeOptions): Promise<ExchangeOutcome> {
    if (this.#over === undefined) return this.#exchanges.open(request, options);
    return Promise.resolve({ type: "closed", reason: this.#over, written: false });
  }

  async notify(notification: Notification): Promise<NotifyOutcome> {
    if (this.#over !== undefined) return { type: "closed", reason: this.#over };
    const sent = await this.#outbox.notify(notification);
    if (sent === true) return { type: "sent" };
    if (sent !== false && this.#over === undefined) return { type: "not_delivered", message: sent };
    return { type: "closed", reason: this.#over ?? (await this.closed) };
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

  received(incoming: readonly Incoming[], stream?: RequestId): void {
    this.#exchanges.start();
    for (const one of incoming) {
      if (this.#over === undefined) {
        this.#listeners.tap("received", one.text, this.#clock);
        this.#receive(one, stream);
      } else if (one.type === "response" && this.#era === undefined) {
        // While it is being closed undecided, evidence that comes late is still evidence.
        if (this.#exchanges.isLate(one.message.id)) this.#listeners.late(one.message);
      }
    }
    this.#listeners.rethrow();
  }

  settleExchange(id: RequestId, outcome: ExchangeOutcome): void {
    const entry = this.#exchanges.get(id);
    if (entry !== undefined) this.#exchanges.settle(entry, outcome);
  }

  /** Tells what is known of the way that the peer's own messages have. */
  tell(what: (listeners: Listeners) => void): void {
    if (this.#over === undefined) what(this.#listeners);
    this.#listeners.rethrow();
  }

  ended(reason: CloseReason): void {
    if (this.#finish(reason)) this.#resolveClosed(reason);
    this.#listeners.rethrow();
  }

  #receive(one: Incoming, stream: RequestId | undefined): void {
    switch (one.type) {
      case "response":
        this.#response(one.message, one.text, stream);
        return;
      case "notification": {
        const detail = deliverNotification(one.message, {
          exchanges: this.#exchanges,
          serverRequests: this.#serverRequests,
          listeners: this.#listeners,
          era: this.#era?.era,
          // A legacy server puts what concerns the connection on whatever stream there is.
          stream: this.#era?.era === "legacy" ? undefined : stream,
        });
        if (detail === undefined) this.#faults.relent();
        else this.#faults.report({ type: "invalid_notification", detail, text: one.text });
        return;
      }
      case "request":
        this.#request(one, stream);
        return;
      case "invalid": {
        const fault = this.#faults.report(one);
        const entry = this.#exchanges.get(one.id);
        if (entry !== undefined) this.#exchanges.spoil(entry, { type: "malformed", fault });
        return;
      }
      case "too_large": {
        const { message } = this.#faults.report(one);
        const { limitBytes, sizeBytes } = one;
        const entry = this.#exchanges.get(one.id);
        if (entry !== undefined) {
          this.#exchanges.spoil(entry, { type: "too_large", limitBytes, sizeBytes });
        } else if (one.id === undefined) {
          this.#fail({ type: "too_large", message, limitBytes, sizeBytes });
        }
        return;
      }
    }
  }

  #response(response: Response, text: string, stream: RequestId | undefined): void {
    const { id } = response;
    const astray = stream !== undefined && stream !== id;
    const entry = astray ? undefined : this.#exchanges.get(id);
    if (entry !== undefined) {
      this.#faults.relent();
      if (this.#era === undefined) this.#answered.add(id);
      this.#exchanges.answer(entry, response, text.length);
      this.#checkEra(response, text);
      return;
    }
    if (!astray && this.#exchanges.isLate(id)) {
      this.#listeners.late(response);
      if ("error" in response) this.#checkEra(response, text);
      return;
    }
    const fault = this.#faults.report({
      type: "unknown_id",
      id,
      text,
      stream: astray ? stream : undefined,
    });
    if (this.#answered.has(id)) this.#listeners.late(response);
    // While negotiating there is one exchange, and a reply that names another id is its reply.
    else if (this.#era === undefined) this.#exchanges.spoilAll({ type: "malformed", fault });
  }

  /** Only a legacy server may ask for something, and who is one may not be known yet. */
  #request(one: ServerRequest, stream?: RequestId): void {
    if (this.#era === undefined && this.#early.keep(one)) return;
    if (this.#era?.era === "legacy") {
      this.#faults.relent();
      const call = stream ?? this.#exchanges.only();
      this.#serverRequests.receive(one.message, this.#listeners.requestHandler(), call);
    } else {
      this.#faults.report(one);
    }
  }

  #checkEra(response: Response, text: string): void {
    const era = this.#era;
    if (era === undefined) return;
    if (era.era === "modern" && "result" in response && !("resultType" in response.result)) {
      this.#faults.report({ type: "absent_result_type", id: response.id, text });
    }
    const message = eraContradiction(era, response);
    if (message !== undefined) this.#fail({ type: "era_contradicted", message });
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
    for (const early of this.#early.take()) this.#faults.report(early);
    this.#serverRequests.clear();
    this.#exchanges.stop();
    this.#exchanges.settleAll({ type: "closed", reason, written: true });
    return true;
  }
}
