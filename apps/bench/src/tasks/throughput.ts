import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { collectGarbage } from "../collect-garbage.js";
import type { Host } from "../contender.js";
import { echo } from "../echo.js";
import type { Measures, ThroughputOrder } from "../order.js";

/** So many calls in flight all the time: calls a second, and the CPU of this process for each. Closes the host. */
export async function throughput(
  host: Host,
  { inFlight, warmUpMs, measureMs }: ThroughputOrder,
): Promise<Measures> {
  let calls = 0;
  let isOver = false;
  const lane = async (): Promise<void> => {
    while (!isOver) {
      await echo(host);
      calls += 1;
    }
  };
  const lanes = Array.from({ length: inFlight }, lane);
  await delay(warmUpMs);
  collectGarbage();
  const before = { calls, at: performance.now(), cpu: process.cpuUsage() };
  await delay(measureMs);
  // A short while on a busy machine: without a call there is nothing to measure.
  while (calls === before.calls) await delay(1);
  const cpu = process.cpuUsage(before.cpu);
  const elapsedMs = performance.now() - before.at;
  const made = calls - before.calls;
  isOver = true;
  await Promise.all(lanes);
  await host.close();
  return {
    callsPerSecond: (made * 1000) / elapsedMs,
    cpuUs: (cpu.user + cpu.system) / made,
  };
}
