import { setTimeout as delay } from "node:timers/promises";

const EVERY_MS = 20;

/**
 * What `find` still finds when it has had `ms` milliseconds in which to find nothing: what is about to end
 * or to close is not left behind.
 */
export async function leftAfter(ms, find) {
  // Counted, for a test that has left its clock faked.
  for (let turns = Math.ceil(ms / EVERY_MS); turns > 0; turns -= 1) {
    if (find().length === 0) return [];
    await delay(EVERY_MS);
  }
  return find();
}
