import type { Request, RequestId } from "@x/wire";
import type { ExchangeOptions } from "./connection.js";
import type { DeadlineName, ExchangeOutcome } from "./outcome.js";

/** One exchange that waits for its end. Moments are the clock's milliseconds; `Infinity` is never. */
export interface Pending {
  readonly id: RequestId;
  readonly request: Request;
  readonly options: ExchangeOptions;
  readonly resolve: (outcome: ExchangeOutcome) => void;
  /** When it was sent; deadlines are told from here. */
  readonly sentAt: number;
  totalAt: number;
  /** Whether `totalAt` is still the start deadline. */
  starting: boolean;
  firstAt: number;
  idleAt: number;
  /** The most that the server has said of its progress; it only grows. */
  progress: number;
  /** Whether it was reported that it did not. */
  hasSlipped: boolean;
  /** For how long its clocks have stood still, in milliseconds. */
  stoodMs: number;
  /** Since when its own clocks stand still, if they do. */
  heldSince: number | undefined;
  /** Takes the caller's abort listener off. */
  unhook: (() => void) | undefined;
}

/** A new entry, with every deadline counted from `now`. */
export function pendingEntry(
  request: Request,
  options: ExchangeOptions,
  resolve: (outcome: ExchangeOutcome) => void,
  peer: { readonly now: number; readonly started: boolean },
): Pending {
  const { now } = peer;
  const starting = options.startMs !== undefined && !peer.started;
  return {
    id: request.id,
    request,
    options,
    resolve,
    sentAt: now,
    totalAt: now + ((starting ? options.startMs : options.totalMs) ?? Number.POSITIVE_INFINITY),
    starting,
    firstAt: now + (options.firstMs ?? Number.POSITIVE_INFINITY),
    idleAt:
      now +
      (options.firstMs === undefined && options.idleMs !== undefined
        ? options.idleMs
        : Number.POSITIVE_INFINITY),
    progress: Number.NEGATIVE_INFINITY,
    hasSlipped: false,
    stoodMs: 0,
    heldSince: undefined,
    unhook: undefined,
  };
}

/** The next moment at which one of its deadlines runs out. */
export function dueAt(entry: Pending): number {
  if (entry.heldSince !== undefined) return Number.POSITIVE_INFINITY;
  return Math.min(entry.totalAt, entry.firstAt, entry.idleAt);
}

/** The deadline that has run out, if one has. */
export function expired(entry: Pending, now: number): DeadlineName | undefined {
  if (entry.heldSince !== undefined) return undefined;
  if (entry.totalAt <= now) return entry.starting ? "start" : "total";
  if (entry.firstAt <= now) return "first";
  if (entry.idleAt <= now) return "idle";
  return undefined;
}

/** Its peer gave the first sign of life: the start deadline gives way to the total one. */
export function peerStarted(entry: Pending, now: number): void {
  if (!entry.starting) return;
  entry.starting = false;
  entry.totalAt = now + (entry.options.totalMs ?? Number.POSITIVE_INFINITY);
}

/** Something came back for it that is not its end. */
export function somethingCame(entry: Pending, now: number): void {
  entry.firstAt = Number.POSITIVE_INFINITY;
  entry.idleAt = now + (entry.options.idleMs ?? Number.POSITIVE_INFINITY);
}

/** Its clocks stood still from `since` until `now`. */
export function postpone(entry: Pending, since: number, now: number): void {
  const shift = now - Math.max(since, entry.sentAt);
  entry.stoodMs += shift;
  entry.totalAt += shift;
  entry.firstAt += shift;
  entry.idleAt += shift;
}
