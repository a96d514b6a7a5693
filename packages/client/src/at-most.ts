import type { Cancel, Clock } from "@x/connection";

/** Waits for `work`, but no longer than `ms` milliseconds; the work itself goes on. */
export async function atMost(ms: number, work: Promise<unknown>, clock: Clock): Promise<void> {
  let cancel: Cancel = () => {};
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([work, timeout]);
  cancel();
}
