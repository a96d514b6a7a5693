import type {
  AbortSignalLike,
  Clock,
  Connection,
  ExchangeOptions,
  NotifyOutcome,
  Off,
  OpenFailure,
  Transport,
} from "@x/connection";
import {
  discoverRequest,
  initializedNotification,
  initializeRequest,
  type RequestId,
  type Response,
} from "@x/wire";
import { EventQueue } from "./event-queue.js";
import { openWithin } from "./open-within.js";
import { type NegotiationPolicy, resolvePolicy } from "./policy.js";
import type { DecisionRecord } from "./record.js";
import type { Settled } from "./settled.js";
import type { NegotiationEffect, NegotiationEvent, NegotiationState, Wait } from "./state.js";
import { negotiation, step } from "./step.js";

/** How a negotiation ended. */
export type Negotiation =
  | {
      readonly type: "settled";
      /** Open, and the caller's from now on. */
      readonly connection: Connection;
      readonly settled: Settled;
      readonly record: DecisionRecord;
    }
  | {
      readonly type: "unavailable";
      readonly record: DecisionRecord;
      /** Why a connection could not be opened, where that is what ended it. */
      readonly failure?: OpenFailure;
    };

/** Wishes of one negotiation. */
export interface NegotiateOptions {
  /** Gives up; the negotiation ends unavailable with the reason `aborted`. */
  readonly signal?: AbortSignalLike;
  /** Gets each connection before anything is sent on it, for taps and fault listeners. */
  readonly onConnection?: (connection: Connection) => void;
}

/**
 * Finds out the era of a transport's peer, and settles it on the connection.
 *
 * Settled: the connection is open, its era is fixed, and it is the caller's. Unavailable: every
 * connection that was opened is closed. Never two connections are open at once.
 *
 * Deadlines are the connection's, and that of `notifications/initialized`, by `clock`.
 *
 * @throws EraError where the policy cannot be followed. Never rejects for what a peer or the system
 * does; what a transport, a connection or `onConnection` throws is passed on, after closing.
 */
export async function negotiate(
  transport: Transport,
  policy: NegotiationPolicy,
  clock: Clock,
  options: NegotiateOptions = {},
): Promise<Negotiation> {
  let { next: state, effects } = negotiation(policy);
  const performer = new Performer(transport, policy, clock, options);
  try {
    for (;;) {
      for (const effect of effects) performer.perform(effect);
      const end = performer.endOf(state);
      if (end !== undefined) return end;
      ({ next: state, effects } = step(state, await performer.event()));
    }
  } catch (error) {
    await performer.abandon();
    throw error;
  }
}

/** The connection of one negotiation, and the machine's effects on it. */
class Performer {
  readonly #transport: Transport;
  readonly #policy: NegotiationPolicy;
  readonly #clock: Clock;
  readonly #options: NegotiateOptions;
  readonly #startedAt: number;
  readonly #events = new EventQueue<NegotiationEvent>();
  #open: { readonly connection: Connection; readonly off: Off } | undefined;
  /** The probe whose end was not told to the machine yet, and what else came for it. */
  #asking: { readonly id: RequestId; readonly more: Response[] } | undefined;

  constructor(
    transport: Transport,
    policy: NegotiationPolicy,
    clock: Clock,
    options: NegotiateOptions,
  ) {
    this.#transport = transport;
    this.#policy = policy;
    this.#clock = clock;
    this.#options = options;
    this.#startedAt = clock.now();
  }

  event(): Promise<NegotiationEvent> {
    return this.#events.take();
  }

  perform(effect: NegotiationEffect): void {
    if (effect.type === "settle") {
      this.#connection().settle(effect.era);
      return;
    }
    this.#run(effect).then(
      (happened) => this.#events.push({ ...happened, atMs: this.#elapsedMs() }),
      (error: unknown) => this.#events.fail(error),
    );
  }

  endOf(state: NegotiationState): Negotiation | undefined {
    if (state.state === "unavailable") {
      const { record, failure } = state;
      return { type: "unavailable", record, ...(failure === undefined ? {} : { failure }) };
    }
    if (state.state !== "settled") return undefined;
    const { settled, record } = state;
    const connection = this.#connection();
    this.#open?.off();
    return { type: "settled", connection, settled, record };
  }

  /** Leaves nothing open behind, whatever else is wrong. */
  async abandon(): Promise<void> {
    const open = this.#open;
    open?.off();
    await open?.connection.close().catch(() => {});
  }

  async #run(effect: AsyncEffect): Promise<Happened> {
    switch (effect.type) {
      case "open":
        return this.#opened();
      case "discover": {
        const { revision, capabilities, wait } = effect;
        const { clientInfo } = this.#policy;
        const connection = this.#connection();
        const request = discoverRequest(connection.ids.next(), {
          era: "modern",
          revision,
          capabilities,
          clientInfo,
        });
        const more: Response[] = [];
        this.#asking = { id: request.id, more };
        const outcome = await connection.exchange(request, this.#waiting(wait));
        this.#asking = undefined;
        return { type: "probe_ended", outcome, ...(more.length === 0 ? {} : { more }) };
      }
      case "initialize": {
        const { clientInfo, legacyCapabilities: capabilities } = resolvePolicy(this.#policy);
        const connection = this.#connection();
        const id = connection.ids.next();
        const request = initializeRequest(id, {
          revision: effect.revision,
          capabilities,
          clientInfo,
        });
        const outcome = await connection.exchange(request, this.#waiting(effect.wait));
        return { type: "initialize_ended", id, outcome };
      }
      case "confirm":
        return { type: "confirmed", outcome: await this.#confirmed() };
      case "close": {
        await this.#connection().close();
        this.#open?.off();
        this.#open = undefined;
        return { type: "closed" };
      }
    }
  }

  async #opened(): Promise<Happened> {
    const { signal, onConnection } = this.#options;
    const { startTimeoutMs: ms } = resolvePolicy(this.#policy);
    const opened = await openWithin(this.#transport, { clock: this.#clock, ms, signal });
    if (opened.type === "open_failure") return { type: "open_failed", failure: opened };
    const off = opened.on({
      late: (message) => {
        if (!("id" in message)) return;
        if (message.id === this.#asking?.id) this.#asking.more.push(message);
        else this.#events.push({ type: "late", response: message, atMs: this.#elapsedMs() });
      },
    });
    this.#open = { connection: opened, off };
    onConnection?.(opened);
    return { type: "opened" };
  }

  /** A server that does not take `notifications/initialized` in time is closed, as where the caller gives up. */
  async #confirmed(): Promise<NotifyOutcome> {
    const connection = this.#connection();
    const { signal } = this.#options;
    const { legacyProbeTimeoutMs: withinMs } = resolvePolicy(this.#policy);
    let late = false;
    const close = (): void => void connection.close();
    const cancelTimer = this.#clock.after(withinMs, () => {
      late = true;
      close();
    });
    signal?.addEventListener("abort", close);
    if (signal?.aborted) close();
    try {
      const outcome = await connection.notify(initializedNotification());
      const message = `it was not taken within ${withinMs} ms`;
      return late ? { type: "not_delivered", message } : outcome;
    } finally {
      cancelTimer();
      signal?.removeEventListener("abort", close);
    }
  }

  /** The probe and `initialize` are never cancelled on the wire. */
  #waiting(wait: Wait): ExchangeOptions {
    const { signal } = this.#options;
    return { ...wait, onAbandon: "silent", ...(signal === undefined ? {} : { signal }) };
  }

  #connection(): Connection {
    if (this.#open === undefined) throw new Error("The negotiation has no open connection.");
    return this.#open.connection;
  }

  #elapsedMs(): number {
    return Math.round(this.#clock.now() - this.#startedAt);
  }
}

type AsyncEffect = Exclude<NegotiationEffect, { readonly type: "settle" }>;
type WithoutTime<Event> = Event extends unknown ? Omit<Event, "atMs"> : never;
type Happened = WithoutTime<NegotiationEvent>;
