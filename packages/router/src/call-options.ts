import { type AbortSignalLike, checkDeadlines, type ExchangeOptions } from "@x/connection";
import type { RetryParams } from "@x/input";
import { isLogLevel, type JsonObject, LOG_LEVELS, type TraceContext, wordsOf } from "@x/wire";
import type { OnProgress } from "./progress.js";
import { RouterError } from "./router-error.js";

/** Limits and wishes of one call. Times in milliseconds. */
export interface CallOptions {
  /** From sending to the answer, over all attempts. Default 60,000. */
  readonly totalMs?: number;
  /** From sending until anything comes back for it: progress, or the answer. */
  readonly firstMs?: number;
  /** Between two things that come back for it; each one begins it anew. */
  readonly idleMs?: number;
  /** Its firing is told as `aborted`, never as a limit that ran out. */
  readonly signal?: AbortSignalLike;
  /** Asks for progress, and gets it as it comes. Must not throw. */
  readonly onProgress?: OnProgress;
  /**
   * From which severity on the server may log about this call, one of `LOG_LEVELS` of `@x/wire`; over what
   * was set for the whole server.
   */
  readonly logLevel?: string;
  /**
   * What happens while the owner is not ready: the call fails at once, or waits within its `totalMs`.
   * Default `fail`.
   */
  readonly whenUnavailable?: "fail" | "wait";
  /**
   * What happens where the server asks for input: it is answered by the host's handlers, or the raw result
   * is handed on, and the caller makes the call again with `answers`. Default `answer`.
   */
  readonly input?: "answer" | "manual";
  /** Answers to a raw `input_required` result of the same call, and its `requestState` as it came. */
  readonly answers?: RetryParams;
  /** The caller's own `_meta` keys; `traceparent`, `tracestate` and `baggage` have their W3C values. */
  readonly meta?: JsonObject;
}

/** The time of a call that names none. */
export const DEFAULT_TOTAL_MS = 60_000;

/**
 * Refuses options that nothing can be made of.
 *
 * @throws ConnectionError `invalid_deadline`; RouterError `invalid_option`.
 */
export function checkOptions(options: CallOptions): void {
  checkDeadlines(options);
  const { logLevel } = options;
  if (logLevel === undefined || isLogLevel(logLevel)) return;
  const known = LOG_LEVELS.join(", ");
  const message = `logLevel is ${wordsOf(logLevel)}; use one of ${known}. Nothing was sent.`;
  throw new RouterError(message, { code: "invalid_option" });
}

/** One object for all calls that ask for nothing else. */
const DEFAULTS: ExchangeOptions = Object.freeze({
  totalMs: DEFAULT_TOTAL_MS,
  onAbandon: "cancel",
});

/** The `_meta` of a request, as far as it is its caller's and its trace's. */
export function metaOf(
  { meta }: CallOptions,
  trace: TraceContext | undefined,
): JsonObject | undefined {
  return trace === undefined ? meta : { ...trace, ...meta };
}

/** What one attempt adds to the options of its call. */
export interface AttemptOptions {
  /** Where less than the whole time is left. */
  readonly leftMs: number | undefined;
  readonly headers: ExchangeOptions["headers"];
  readonly onNotification: ExchangeOptions["onNotification"];
}

/** What an attempt asks of its exchange. */
export function exchangeOptions(
  options: CallOptions,
  { leftMs, headers, onNotification }: AttemptOptions,
): ExchangeOptions {
  const { totalMs = DEFAULT_TOTAL_MS, firstMs, idleMs, signal } = options;
  const isUsual =
    leftMs === undefined &&
    totalMs === DEFAULT_TOTAL_MS &&
    (signal ?? firstMs ?? idleMs ?? headers ?? onNotification) === undefined;
  if (isUsual) return DEFAULTS;
  return {
    totalMs: leftMs ?? totalMs,
    onAbandon: "cancel",
    ...(signal === undefined ? {} : { signal }),
    ...(firstMs === undefined ? {} : { firstMs }),
    ...(idleMs === undefined ? {} : { idleMs }),
    ...(headers === undefined ? {} : { headers }),
    ...(onNotification === undefined ? {} : { onNotification }),
  };
}
