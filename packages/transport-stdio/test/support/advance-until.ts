import type { ManualClock } from "@x/connection";

/** Moves a clock on for as long as something that waits for it has not settled. */
export async function advanceUntil(clock: ManualClock, settled: Promise<unknown>): Promise<void> {
  let isSettled = false;
  void settled.then(() => {
    isSettled = true;
  });
  while (!isSettled) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(10);
  }
}
