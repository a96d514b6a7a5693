/** Ends what {@link Clock.after} started. Calling it twice, or after the call, does nothing. */
export type Cancel = () => void;

/** Time, handed in: this package starts no timer and reads no clock by itself. */
export interface Clock {
  /** Milliseconds since some fixed moment; never goes backwards. */
  now(): number;
  /** Calls `f` once, no earlier than `ms` milliseconds from now. */
  after(ms: number, f: () => void): Cancel;
}

/** The three functions of a platform that a clock needs; `globalThis` has them everywhere. */
export interface TimerPlatform {
  readonly performance: { now(): number };
  setTimeout(f: () => void, ms: number): unknown;
  clearTimeout(timer: never): void;
}

/**
 * A clock over a platform's timers: `clockFrom(globalThis)`.
 *
 * Delays above what the platform's timers can hold (2^31-1 ms) are cut to it.
 */
export function clockFrom(platform: TimerPlatform): Clock {
  const longest = 2 ** 31 - 1;
  // A getter on most platforms, and asked for with every call.
  const { performance } = platform;
  return {
    now: () => performance.now(),
    after: (ms, f) => {
      const timer = platform.setTimeout(f, Math.min(Math.max(0, Math.ceil(ms)), longest));
      return () => platform.clearTimeout(timer as never);
    },
  };
}
