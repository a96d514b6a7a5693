import { collectGarbage } from "../collect-garbage.js";
import type { Host } from "../contender.js";
import { echo } from "../echo.js";
import type { LatencyOrder, Measures } from "../order.js";
import { percentile } from "../percentile.js";

/** One call after the other, nothing else in flight: how long each takes. Closes the host. */
export async function latency(host: Host, { warmUpCalls, calls }: LatencyOrder): Promise<Measures> {
  await echo(host);
  for (let call = 0; call < warmUpCalls; call += 1) await echo(host);
  collectGarbage();
  const tookMs: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    await echo(host);
    tookMs.push(performance.now() - startedAt);
  }
  await host.close();
  return { p50Us: percentile(tookMs, 0.5) * 1000, p99Us: percentile(tookMs, 0.99) * 1000 };
}
