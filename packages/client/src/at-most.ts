import { type Cancel, type Clock, TimedSignal } from "@x/connection";
import type { Patience } from "@x/router";

/** Waits for `work`, but no longer than `ms` milliseconds; the work itself goes on. */
export async function atMost(ms: number, work: Promise<unknown>, clock: Clock): Promise<void> {
  let cancel: Cancel = () => {};
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([work, timeout]);
  cancel();
}

/** Waits for `work`, but no longer than somebody has patience; the work itself goes on. */
export async function within(
  { ms, signal }: Patience,
  work: Promise<unknown>,
  clock: Clock,
): Promise<void> {
  const timed = new TimedSignal(clock, ms, signal);
  const over = new Promise<void>((resolve) => {
    timed.signal.addEventListener("abort", resolve);
    if (timed.signal.aborted) resolve();
  });
  await Promise.race([work, over]);
  timed.clear();
}
