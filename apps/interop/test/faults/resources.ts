import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** What this process holds: what keeps it from ending, by kind, and its open files. */
export interface Held {
  readonly handles: ReadonlyMap<string, number>;
  readonly descriptors: number;
}

const WITHIN_MS = 10_000;

export function held(): Held {
  const handles = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    handles.set(kind, (handles.get(kind) ?? 0) + 1);
  }
  return { handles, descriptors: readdirSync("/proc/self/fd").length };
}

/** What is held beyond `before` when it has had ten seconds to go, in words. */
export async function heldSince(
  before: Held,
): Promise<{ readonly handles: readonly string[]; readonly descriptors: readonly string[] }> {
  const until = performance.now() + WITHIN_MS;
  for (;;) {
    const more = beyond(before, held());
    const isClean = more.handles.length === 0 && more.descriptors.length === 0;
    if (isClean || performance.now() > until) return more;
    await delay(50);
  }
}

function beyond(before: Held, now: Held): Awaited<ReturnType<typeof heldSince>> {
  const handles = [...now.handles]
    .map(([kind, count]) => ({ kind, more: count - (before.handles.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} more ${kind}`);
  const more = now.descriptors - before.descriptors;
  return { handles, descriptors: more > 0 ? [`${more} more descriptors`] : [] };
}

/** Bytes on the heap after all that is garbage was collected; needs `node --expose-gc`. */
export async function heapUsed(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("Run this with node --expose-gc.");
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc();
    // What a collection sets free may be held by what the next turn drops.
    await delay(10);
  }
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
