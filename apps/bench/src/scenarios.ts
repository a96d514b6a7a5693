import { bundleSize } from "./bundle-size.js";
import { importTime } from "./import-time.js";
import type { Order } from "./order.js";
import { runWorker } from "./run-worker.js";
import type { Scenario, Size } from "./scenario.js";

/** All scenarios, in the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  { name: "bundle", rounds: all(1), sample: bundleSize },
  { name: "import", rounds: all(15), sample: importTime },
  ordered("first-call", all(15), () => ({ task: "first_call", tools: 20 })),
  ordered("latency", all(7), (size) => ({
    task: "latency",
    warmUpCalls: full(size, 1000, 10),
    calls: full(size, 3000, 20),
  })),
  ordered("throughput", all(5), (size) => throughput("single", size)),
  ordered("throughput-joined", all(5), (size) => throughput("joined", size)),
  ordered("list-1000", all(5), (size) => list(full(size, 1000, 10), "none")),
  ordered("list-10000", all(7), (size) => list(full(size, 10_000, 20), "none")),
  ordered("list-10000-schemas", slow(5), (size) => list(full(size, 10_000, 20), "each")),
  ordered("frames", slow(5), (size) => ({
    task: "frames",
    sizesMib:
      size === "full" ? { small: 1, middle: 8, large: 32 } : { small: 1, middle: 2, large: 3 },
    spendMs: full(size, 500, 0),
  })),
  ordered("many-servers", all(1), (size) => ({
    task: "many_servers",
    servers: full(size, 100, 2),
    toolsEach: 20,
  })),
];

function ordered(name: string, rounds: Scenario["rounds"], order: (size: Size) => Order): Scenario {
  return {
    name,
    rounds,
    sample: (contender, size) => runWorker({ contender, order: order(size) }),
  };
}

function throughput(replies: "joined" | "single", size: Size): Order {
  return {
    task: "throughput",
    inFlight: 64,
    replies,
    warmUpMs: full(size, 400, 20),
    measureMs: full(size, 1000, 50),
  };
}

function list(tools: number, outputSchemas: "none" | "each"): Order {
  return { task: "list", tools, outputSchemas };
}

function all(rounds: number): Scenario["rounds"] {
  return { ours: rounds, official: rounds, bare: rounds };
}

/** The official client takes so long here that once has to do. */
function slow(rounds: number): Scenario["rounds"] {
  return { ours: rounds, official: 1, bare: rounds };
}

function full(size: Size, full: number, quick: number): number {
  return size === "full" ? full : quick;
}
