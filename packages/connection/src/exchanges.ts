import { cancelledNotification, encode, type Request, type RequestId } from "@x/wire";
import { AbandonedIds } from "./abandoned-ids.js";
import type { AbortSignalLike } from "./abort.js";
import { Alarm } from "./alarm.js";
import { checkDeadlines } from "./check-deadlines.js";
import type { Clock } from "./clock.js";
import type { ExchangeOptions } from "./connection.js";
import { ConnectionError } from "./connection-error.js";
import type { Fault } from "./fault.js";
import { IdTable } from "./id-table.js";
import { asksForLogs } from "./log-wish.js";
import type { Outbox } from "./outbox.js";
import type { ExchangeOutcome } from "./outcome.js";
import {
  dueAt,
  expired,
  type Pending,
  peerStarted,
  pendingEntry,
  postpone,
  somethingCame,
} from "./pending.js";

/** A deadline that is seen this much too late was missed by this side, not by the peer. */
const STALL_MS = 20;

/** What {@link Exchanges} needs of its connection. */
export interface ExchangesOptions {
  readonly clock: Clock;
  readonly maxPending: number;
  readonly outbox: Outbox;
}

/** The exchanges of one connection that wait for their end, with their deadlines. */
export class Exchanges {
  readonly #clock: Clock;
  readonly #maxPending: number;
  readonly #outbox: Outbox;
  readonly #pending = new IdTable<Pending>();
  readonly #abandoned = new AbandonedIds();
  readonly #alarm: Alarm;
  #started = false;
  #pausedSince: number | undefined;
  #graced = false;
  #mayLogLate = false;
  #lastFault: { readonly fault: Fault; readonly at: number } | undefined;

  constructor(options: ExchangesOptions) {
    this.#clock = options.clock;
    this.#maxPending = options.maxPending;
    this.#outbox = options.outbox;
    this.#alarm = new Alarm(options.clock, (dueSince) => this.#expire(dueSince));
  }

  /** Sends a request and waits. Rejects only for what breaks the contract, before anything is sent. */
  open(request: Request, options: ExchangeOptions): Promise<ExchangeOutcome> {
    const { signal } = options;
    if (signal?.aborted) return Promise.resolve({ type: "aborted", reason: signal.reason });
    let frame: string;
    try {
      this.#admit(request.id);
      checkDeadlines(options);
      frame = encode(request);
    } catch (error) {
      return Promise.reject(error);
    }
    return new Promise((resolve) => {
      const now = this.#clock.now();
      const entry = pendingEntry(request, options, resolve, { now, started: this.#started });
      this.#pending.add(entry);
      if (signal !== undefined) this.#hook(entry, signal);
      this.#arm(entry);
      this.#outbox.send(frame, request, options.headers);
    });
  }

  get(id: RequestId | undefined): Pending | undefined {
    return id === undefined ? undefined : this.#pending.get(id);
  }

  settle(entry: Pending, outcome: ExchangeOutcome): void {
    if (!this.#pending.delete(entry)) return;
    entry.unhook?.();
    entry.resolve(outcome);
  }

  /** It is over, but a usable answer to it may still follow, and is late then. */
  spoil(entry: Pending, outcome: ExchangeOutcome): void {
    this.#abandoned.add(entry.request.id);
    this.#mayLogLate ||= asksForLogs(entry.request);
    this.settle(entry, outcome);
  }

  /** {@link spoil} for all that is pending. */
  spoilAll(outcome: ExchangeOutcome): void {
    for (const entry of this.#pending) this.spoil(entry, outcome);
  }

  settleAll(outcome: ExchangeOutcome): void {
    for (const entry of this.#pending) this.settle(entry, outcome);
  }

  /**
   * Who a log message can be for that names nobody: a request under way, or one that was abandoned; that
   * one may not know yet.
   */
  whoAskedForLogs(): "pending" | "abandoned" | "nobody" {
    for (const { request } of this.#pending) if (asksForLogs(request)) return "pending";
    return this.#mayLogLate ? "abandoned" : "nobody";
  }

  /** Whether `id` was abandoned lately. */
  wasAbandoned(id: RequestId): boolean {
    return this.#abandoned.has(id);
  }

  /** The same for a reply to `id`, which is due only once: asking again gives `false`. */
  isLate(id: RequestId): boolean {
    return this.#abandoned.take(id);
  }

  /** Something came back for it that is not its end. */
  progressed(entry: Pending): void {
    somethingCame(entry, this.#clock.now());
    this.#arm(entry);
  }

  /** The peer's first sign of life. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const now = this.#clock.now();
    for (const entry of this.#pending) {
      peerStarted(entry, now);
      this.#arm(entry);
    }
  }

  /** A fault is a likely cause of a deadline that runs out after it. */
  note(fault: Fault): void {
    this.#lastFault = { fault, at: this.#clock.now() };
  }

  /** All clocks stand still. */
  pause(): void {
    this.#pausedSince = this.#clock.now();
    this.#alarm.stop();
  }

  resume(): void {
    const since = this.#pausedSince;
    if (since === undefined) return;
    this.#pausedSince = undefined;
    const now = this.#clock.now();
    for (const entry of this.#pending) {
      postpone(entry, since, now);
      this.#arm(entry);
    }
  }

  /** The clocks of this one stand still until the given function is called. */
  hold(id: RequestId): () => void {
    const entry = this.#pending.get(id);
    if (entry === undefined) return () => {};
    const since = this.#clock.now();
    entry.heldSince = since;
    return () => {
      if (entry.heldSince === undefined) return;
      entry.heldSince = undefined;
      postpone(entry, since, this.#clock.now());
      if (this.#pending.get(entry.request.id) === entry) this.#arm(entry);
    };
  }

  stop(): void {
    this.#pausedSince = undefined;
    this.#alarm.stop();
  }

  #admit(id: RequestId): void {
    if (this.#pending.get(id) !== undefined) {
      throw new ConnectionError(
        `A request with id ${JSON.stringify(id)} is pending already. Take ids from connection.ids.`,
        { code: "duplicate_id" },
      );
    }
    if (this.#pending.size >= this.#maxPending) {
      throw new ConnectionError(
        `${this.#maxPending} requests are pending on this connection. Wait for some, or raise maxPending.`,
        { code: "too_many_pending" },
      );
    }
  }

  #hook(entry: Pending, signal: AbortSignalLike): void {
    const abort = (): void => {
      this.#abandon(entry, { type: "aborted", reason: signal.reason });
    };
    signal.addEventListener("abort", abort);
    entry.unhook = () => signal.removeEventListener("abort", abort);
  }

  #arm(entry: Pending): void {
    if (this.#pausedSince === undefined) this.#alarm.noLaterThan(dueAt(entry));
  }

  #expire(dueSince: number): void {
    const now = this.#clock.now();
    if (now - dueSince > STALL_MS && !this.#graced) {
      // This side itself was late: what has arrived meanwhile is read before anything is given up.
      this.#graced = true;
      this.#alarm.noLaterThan(now + 1);
      return;
    }
    this.#graced = false;
    for (const entry of this.#pending) {
      const limit = expired(entry, now);
      if (limit === undefined) {
        this.#arm(entry);
        continue;
      }
      const cause = this.#lastFault;
      this.#abandon(entry, {
        type: "timed_out",
        limit,
        afterMs: Math.round(now - entry.sentAt),
        ...(cause !== undefined && cause.at >= entry.sentAt ? { fault: cause.fault } : {}),
      });
    }
  }

  /**
   * Stops waiting, and tells the peer where the exchange asked for it. `initialize` is never
   * cancelled on the wire (specification 2025-11-25, "Cancellation").
   */
  #abandon(entry: Pending, outcome: ExchangeOutcome & { type: "timed_out" | "aborted" }): void {
    const { request, options } = entry;
    if (this.#pending.get(request.id) !== entry) return;
    this.spoil(entry, outcome);
    if (options.onAbandon === "silent" || request.method === "initialize") return;
    if (this.#outbox.tellAbandoned(request.id)) return;
    const reason = outcome.type === "aborted" ? "aborted by the caller" : "deadline exceeded";
    const cancelled = cancelledNotification(request.id, reason);
    this.#outbox.send(encode(cancelled), cancelled);
  }
}
