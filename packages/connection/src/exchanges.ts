import type { AbortSignalLike } from "@x/wire";
import { encode, type Request, type RequestId, type Response } from "@x/wire";
import { AbandonedIds } from "./abandoned-ids.js";
import { admit } from "./admit.js";
import { Alarm } from "./alarm.js";
import { checkDeadlines } from "./check-deadlines.js";
import type { Clock } from "./clock.js";
import type { ExchangeOptions } from "./connection.js";
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
  /** This side does not wait for this one any more. */
  readonly onAbandoned: (id: RequestId, reason: string) => void;
}

/** The exchanges of one connection that wait for their end, with their deadlines. */
export class Exchanges {
  readonly #clock: Clock;
  readonly #maxPending: number;
  readonly #outbox: Outbox;
  readonly #onAbandoned: ExchangesOptions["onAbandoned"];
  readonly #pending = new IdTable<Pending>();
  readonly #abandoned = new AbandonedIds();
  readonly #alarm: Alarm;
  #started = false;
  #pausedSince: number | undefined;
  #graced = false;
  #lastFault: { readonly fault: Fault; readonly at: number } | undefined;

  constructor(options: ExchangesOptions) {
    this.#clock = options.clock;
    this.#maxPending = options.maxPending;
    this.#outbox = options.outbox;
    this.#onAbandoned = options.onAbandoned;
    this.#alarm = new Alarm(options.clock, (dueSince) => this.#expire(dueSince));
  }

  /** Sends a request and waits. Rejects only for what breaks the contract, before anything is sent. */
  open(request: Request, options: ExchangeOptions): Promise<ExchangeOutcome> {
    const { signal } = options;
    if (signal?.aborted) return Promise.resolve({ type: "aborted", reason: signal.reason });
    let frame: string;
    try {
      admit(this.#pending, request.id, this.#maxPending);
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

  /** The only one that is pending, where there is one only. */
  only(): RequestId | undefined {
    return this.#pending.only?.id;
  }

  /** Its answer has come. */
  answer(entry: Pending, response: Response, size: number): void {
    const outcome = { type: "response", response, size } as const;
    const since = entry.heldSince ?? this.#pausedSince;
    if (since !== undefined) postpone(entry, since, this.#clock.now());
    const { stoodMs } = entry;
    this.settle(entry, stoodMs === 0 ? outcome : { ...outcome, stoodMs });
  }

  settle(entry: Pending, outcome: ExchangeOutcome): void {
    if (!this.#pending.delete(entry)) return;
    entry.unhook?.();
    entry.resolve(outcome);
  }

  /** It is over, but a usable answer to it may still follow, and is late then. */
  spoil(entry: Pending, outcome: ExchangeOutcome): void {
    this.#abandoned.add(entry.request);
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
    return this.#abandoned.mayLog ? "abandoned" : "nobody";
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
    const reason = outcome.type === "aborted" ? "aborted by the caller" : "deadline exceeded";
    this.spoil(entry, outcome);
    this.#onAbandoned(request.id, reason);
    if (options.onAbandon === "silent" || request.method === "initialize") return;
    this.#outbox.cancel(request.id, reason);
  }
}
