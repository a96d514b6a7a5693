import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { cheapServer } from "../cheap-server.js";
import { collectGarbage } from "../collect-garbage.js";
import type { Contender } from "../contender.js";
import { echo } from "../echo.js";
import type { Measures, Order } from "../order.js";

/** So many calls in flight all the time: calls a second, and the CPU of this process for each. */
export async function throughput(
  contender: Contender,
  { inFlight, replies, warmUpMs, measureMs }: Extract<Order, { task: "throughput" }>,
): Promise<Measures> {
  const host = await contender.connect([cheapServer({ tools: 20, replies })]);
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
