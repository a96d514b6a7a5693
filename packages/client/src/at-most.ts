import type { Cancel, Clock } from "@x/connection";
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
  let giveUp: () => void = () => {};
  const aborted = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) giveUp();
  await atMost(ms, Promise.race([work, aborted]), clock);
  signal?.removeEventListener("abort", giveUp);
}
