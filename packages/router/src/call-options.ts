import type { AbortSignalLike, ExchangeOptions } from "@x/connection";
import type { JsonObject } from "@x/wire";

/** Limits of one call. */
export interface CallOptions {
  /** From sending to the answer, in milliseconds. Default 60,000. */
  readonly totalMs?: number;
  readonly signal?: AbortSignalLike;
  /**
   * What happens while the owner is not ready: the call fails at once, or waits within its `totalMs`.
   * Default `fail`.
   */
  readonly whenUnavailable?: "fail" | "wait";
  /** The caller's own `_meta` keys. */
  readonly meta?: JsonObject;
}

/** The time of a call that names none. */
export const DEFAULT_TOTAL_MS = 60_000;

/** One object for all calls that ask for nothing else. */
const DEFAULTS: ExchangeOptions = Object.freeze({
  totalMs: DEFAULT_TOTAL_MS,
  onAbandon: "cancel",
});

/** What an attempt asks of its exchange; `leftMs` where less than the whole time is left. */
export function exchangeOptions(
  options: CallOptions,
  leftMs: number | undefined,
  headers: ExchangeOptions["headers"],
): ExchangeOptions {
  const limits = limitsOf(leftMs === undefined ? options : { ...options, totalMs: leftMs });
  return headers === undefined ? limits : { ...limits, headers };
}

function limitsOf({ totalMs = DEFAULT_TOTAL_MS, signal }: CallOptions): ExchangeOptions {
  if (signal !== undefined) return { totalMs, onAbandon: "cancel", signal };
  return totalMs === DEFAULT_TOTAL_MS ? DEFAULTS : { totalMs, onAbandon: "cancel" };
}
