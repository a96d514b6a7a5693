import type { FramesOrder, LatencyOrder, ThroughputOrder } from "./order.js";
import type { Size } from "./scenario.js";

/** An amount by the size of the run. */
export function amount(size: Size, full: number, quick: number): number {
  return size === "full" ? full : quick;
}

/** 64 calls in flight for a second. */
export function throughputAmounts(size: Size): ThroughputOrder {
  return {
    task: "throughput",
    inFlight: 64,
    warmUpMs: amount(size, 2000, 20),
    measureMs: amount(size, 1000, 50),
  };
}

/** 3,000 calls in a row. */
export function latencyAmounts(size: Size): LatencyOrder {
  return {
    task: "latency",
    warmUpCalls: amount(size, 1000, 10),
    calls: amount(size, 3000, 20),
  };
}

/** Answers of 1, 8 and 32 MiB. */
export function framesAmounts(size: Size): FramesOrder {
  return {
    task: "frames",
    sizesMib:
      size === "full" ? { small: 1, middle: 8, large: 32 } : { small: 1, middle: 2, large: 3 },
    spendMs: amount(size, 500, 0),
  };
}
