import type { Client } from "@x/client";
import type { Cancel, Clock } from "@x/connection";

const LATE_MS = 2_000;
const LOOK_MS = 500;
const REPEAT_MS = 10_000;

/**
 * Says who keeps everybody waiting, until the returned function is called: each server once it has
 * taken 2 seconds, counted from when it began, and every 10 seconds whoever is not there yet.
 */
export function tellWhoIsLate(client: Client, clock: Clock, note: (text: string) => void): Cancel {
  const since = new Map<string, number>();
  const off = client.on((event) => {
    if (event.type !== "peer") return;
    const { name, state } = event.report;
    since.delete(name);
    if (state === "connecting") since.set(name, clock.now());
  });
  let told: readonly string[] = [];
  let toldAt = 0;
  const look = (): void => {
    const now = clock.now();
    const late = [...since].filter(([, at]) => now - at >= LATE_MS).map(([name]) => name);
    const isNews = late.some((name) => !told.includes(name)) || now - toldAt >= REPEAT_MS;
    if (late.length > 0 && isNews) {
      note(`Still waiting for ${late.join(", ")}.`);
      told = late;
      toldAt = now;
    }
    cancel = clock.after(LOOK_MS, look);
  };
  let cancel = clock.after(LOOK_MS, look);
  return () => {
    off();
    cancel();
  };
}
