/** How a stream that ended is asked for again. All times in milliseconds. */
export interface Reconnection {
  /** Attempts in a row that brought nothing. */
  readonly fruitless: number;
  /** What the server asked for by `retry`, if it did. */
  readonly retryMs: number | undefined;
}

/** What is waited where the server does not say. */
const USUAL_MS = 1000;
/** No server is asked again sooner than this, whatever it says. */
const FLOOR_MS = 500;
/** How long backoff gets. */
const LONGEST_MS = 30_000;
/** What a server may ask for at most, by `retry` or `retry-after`. */
const LONGEST_RETRY_MS = 300_000;

/** Nothing has been tried. */
export const FIRST: Reconnection = { fruitless: 0, retryMs: undefined };

/**
 * How long to wait before the next attempt: what the server asks for, at least, and twice as long for
 * every attempt that brought nothing. `random` is from 0 to 1; up to a quarter is added by it.
 *
 * Specification 2025-11-25, "Transports": the `retry` field is to be respected.
 */
export function waitMs({ fruitless, retryMs }: Reconnection, random: number): number {
  const asked = Math.min(Math.max(retryMs ?? USUAL_MS, FLOOR_MS), LONGEST_RETRY_MS);
  const backoff = Math.min(asked * 2 ** Math.min(fruitless, 20), Math.max(asked, LONGEST_MS));
  return Math.round(backoff * (1 + random / 4));
}

/** How long a refusal asks to be left alone, where it says so in seconds; otherwise nothing. */
export function retryAfterMs(retryAfter: string | undefined): number {
  if (retryAfter === undefined || !/^\d{1,9}$/.test(retryAfter)) return 0;
  return Math.min(Number(retryAfter) * 1000, LONGEST_RETRY_MS);
}
