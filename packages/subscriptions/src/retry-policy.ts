import { SubscriptionsError } from "./subscriptions-error.js";

/** How patient a subscription is. All times in milliseconds. */
export interface RetryPolicy {
  /** Until the server must have acknowledged. Default 10,000. */
  readonly ackMs: number;
  /** The wait before the second listen; each further one is twice as long. Default 1,000. */
  readonly firstRetryMs: number;
  /** The longest wait. Default 60,000. */
  readonly maxRetryMs: number;
  /** A subscription that stood for so long was good: the waits begin anew. Default 30,000. */
  readonly goodLifeMs: number;
}

/**
 * The policy with its defaults filled in.
 *
 * @throws SubscriptionsError `invalid_limit` for a time that is not a positive, finite number.
 */
export function retryPolicy(policy: Partial<RetryPolicy>): RetryPolicy {
  const { ackMs = 10_000, firstRetryMs = 1000, maxRetryMs = 60_000, goodLifeMs = 30_000 } = policy;
  const resolved = { ackMs, firstRetryMs, maxRetryMs, goodLifeMs };
  for (const [name, ms] of Object.entries(resolved)) {
    if (Number.isFinite(ms) && ms > 0) continue;
    throw new SubscriptionsError(`${name} is ${ms}; give milliseconds, more than 0.`, {
      code: "invalid_limit",
    });
  }
  return resolved;
}

/**
 * How long to wait after so many ends in a row: the doubled wait, of which `jitter` (from 0 to 1) takes
 * away up to half, so that clients that lost one server do not come back all at once.
 */
export function retryDelayMs(policy: RetryPolicy, ends: number, jitter: number): number {
  const full = Math.min(policy.firstRetryMs * 2 ** ends, policy.maxRetryMs);
  return Math.round(full * (1 - jitter / 2));
}
