import type { ManualClock } from "@x/connection";
import { expect } from "vitest";
import { until } from "./http-scene.js";

/** The pauses before the next so many requests, as the clock has them. `seen` counts the requests. */
export async function pausesOf(
  clock: ManualClock,
  count: number,
  seen: () => number,
): Promise<number[]> {
  const pauses: number[] = [];
  while (pauses.length < count) {
    await until(() => expect(clock.untilNext).toBeDefined());
    const before = seen();
    const pause = clock.untilNext ?? 0;
    pauses.push(pause);
    clock.advance(pause);
    await until(() => expect(seen()).toBe(before + 1));
  }
  return pauses;
}

/** Holds pauses to what they are to be at least; a quarter may be added to each. */
export function expectPauses(pauses: readonly number[], least: readonly number[]): void {
  expect(pauses).toHaveLength(least.length);
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(least[index] ?? 0);
    expect(pause).toBeLessThanOrEqual((least[index] ?? 0) * 1.25);
  }
}
