import type { AbortSignalLike, Clock, Connection, ExchangeOutcome } from "@x/connection";
import type { RetryParams } from "@x/input";
import type { Entry } from "@x/registry";
import type { ClientCapabilities } from "@x/wire";
import type { CheckLimits } from "./bounded-check.js";
import { MAX_REPEATS, type Patience, type Recovery, sequel } from "./call-again.js";
import { type CallOptions, checkOptions, DEFAULT_TOTAL_MS } from "./call-options.js";
import type { Routes } from "./routes.js";
import type { Unmet } from "./unmet.js";

/** What one request keeps over all its attempts. */
export interface Trip {
  readonly options: CallOptions;
  /** When it was first made, where it may be made again. */
  readonly startedAt: number | undefined;
  /** How often it was made before, and whether its peer was listed anew for it. */
  readonly repeats: number;
  readonly relisted: boolean;
  /** How often it was asked for input, and the answers that the next attempt carries. */
  readonly rounds: number;
  readonly answers: RetryParams | undefined;
  /** What it declares in place of what its owner's requests do, once the server demanded more. */
  readonly declared: ClientCapabilities | undefined;
  /** Whose it is, once that was looked up or something was sent: it stays there. */
  readonly pin: Pin | undefined;
}

/** What an attempt has to find again, so that another one may follow it. */
export interface Pin {
  readonly server: object | undefined;
  /** With tools: the entry that was called. */
  readonly entry?: Entry;
  /** How the attempt before ended; what is told where no other can follow. Nothing where none was made. */
  readonly instead: Unmet | undefined;
}

/**
 * The beginning of a trip.
 *
 * @throws ConnectionError `invalid_deadline`, RouterError `invalid_option`: also where nothing will be sent,
 * or not yet.
 */
export function newTrip(options: CallOptions, routes: Routes): Trip {
  checkOptions(options);
  const startedAt = timeOf(routes);
  return {
    options,
    startedAt,
    repeats: 0,
    relisted: false,
    rounds: 0,
    answers: options.answers,
    declared: undefined,
    pin: undefined,
  };
}

/** What is left of a request's time, in milliseconds; `undefined` where nobody counts it. */
export function leftOf(routes: Routes, trip: Trip): number | undefined {
  const now = timeOf(routes);
  return now === undefined ? undefined : leftAt(trip, now);
}

/** For how long a check is waited for, of arguments, or of the result that an exchange brought. */
export function checkLimits(
  routes: Routes,
  trip: Trip,
  gone: AbortSignalLike | undefined,
  outcome?: ExchangeOutcome,
): CheckLimits {
  // While a user of this side was asked something, the clocks of the call stood still.
  const stoodMs = (outcome?.type === "response" ? outcome.stoodMs : undefined) ?? 0;
  const now = timeOf(routes);
  const ms = now === undefined ? undefined : leftAt(trip, now - stoodMs);
  return { clock: clockOf(routes), ms, signal: trip.options.signal, gone };
}

function timeOf(routes: Routes): number | undefined {
  return routes.recovery?.now() ?? clockOf(routes)?.now();
}

function clockOf({ clock, input }: Routes): Clock | undefined {
  return clock ?? input?.clock;
}

function leftAt({ startedAt, options }: Trip, now: number): number | undefined {
  const { totalMs = DEFAULT_TOTAL_MS } = options;
  return startedAt === undefined ? undefined : Math.max(0, totalMs - (now - startedAt));
}

/** A trip that goes on: whose it is, and how the next attempt is made. */
export interface Leg<Outcome> {
  readonly recovery: Recovery;
  readonly trip: Trip;
  readonly peer: string;
  /** Whether its peer may get it twice. */
  readonly isSafe: boolean;
  /** Whether another list of the peer's tools can help. */
  readonly canRelist: boolean;
  /** Makes an attempt within what is left of its time, in milliseconds. */
  readonly attempt: (trip: Trip, leftMs: number) => Promise<Outcome>;
  readonly end: (unmet: Unmet) => Outcome;
}

/** What follows an attempt that failed on this connection: its end, or that of the one that follows. */
export async function afterwards<Outcome extends Typed>(
  leg: Leg<Outcome>,
  unmet: Unmet,
  connection: Connection,
): Promise<Outcome> {
  const { recovery, trip, peer, isSafe, canRelist, attempt, end } = leg;
  const checked = isSuspicious(unmet) ? recovery.check(peer, connection) : undefined;
  switch (sequel(unmet, isSafe)) {
    case "none":
      return end(unmet);
    case "relist": {
      if (!canRelist || trip.relisted) return end(unmet);
      await recovery.relist(peer, patienceOf(trip, recovery));
      const { ms, signal } = patienceOf(trip, recovery);
      if (ms === 0 || signal?.aborted) return end(unmet);
      return attempt({ ...trip, relisted: true }, ms);
    }
    case "repeat": {
      if (trip.repeats === MAX_REPEATS) return end(unmet);
      await checked;
      const lost = endOf(unmet) === "closed" ? connection : undefined;
      return whenReady({ ...leg, trip: { ...trip, repeats: trip.repeats + 1 } }, { unmet, lost });
    }
  }
}

/** Makes the attempt when the peer is ready; the end before is told where that does not come about. */
export async function whenReady<Outcome extends Typed>(
  { recovery, trip, peer, attempt, end }: Leg<Outcome>,
  before?: { readonly unmet: Unmet; readonly lost: Connection | undefined },
): Promise<Outcome> {
  const owner = await recovery.ready(peer, patienceOf(trip, recovery), before?.lost);
  const { ms, signal } = patienceOf(trip, recovery);
  if (signal?.aborted) {
    return end({ type: "no_response", outcome: { type: "aborted", reason: signal.reason } });
  }
  if (owner.state === "ready" && ms > 0) {
    const outcome = await attempt(trip, ms);
    // What was sent before may have been done: that nothing was sent is no longer true.
    return before !== undefined && isUnsent(outcome) ? end(before.unmet) : outcome;
  }
  const message = owner.state === "ready" ? "There was no time left." : owner.message;
  return end(before?.unmet ?? { type: "unavailable", message });
}

/** An outcome that is told by its type. */
interface Typed {
  readonly type: string;
}

/** Whether an attempt ended before anything was sent. */
function isUnsent({ type }: Typed): boolean {
  return type === "unavailable" || type === "unknown_tool" || type === "undeclared";
}

/**
 * Whether a peer may be gone though its connection is not known to be over: it could not be reached, or
 * answers with an error of its own making, as legacy servers do that forgot the session.
 */
function isSuspicious(unmet: Unmet): boolean {
  if (unmet.type === "rpc_error") return unmet.error.code === -32000 || unmet.error.code === -32001;
  return endOf(unmet) === "unreachable";
}

function endOf(unmet: Unmet): string | undefined {
  return unmet.type === "no_response" ? unmet.outcome.type : undefined;
}

/** What is left of a request's time, over all its attempts. */
function patienceOf(trip: Trip, recovery: Recovery): Patience {
  return { ms: leftAt(trip, recovery.now()) ?? 0, signal: trip.options.signal };
}
