import { amount, framesAmounts, latencyAmounts, throughputAmounts } from "./amounts.js";
import { bundleSize } from "./bundle-size.js";
import { STDIO_CONTENDERS, type StdioContenderName } from "./contender.js";
import { entrants, type Rounds } from "./entrants.js";
import { importTime } from "./import-time.js";
import type { Measures, StdioOrder } from "./order.js";
import { runWorker } from "./run-worker.js";
import type { Scenario, Size } from "./scenario.js";

/** What a client over stdio is held to. */
export const STDIO_SCENARIOS: readonly Scenario[] = [
  sampled("bundle", { all: 1 }, bundleSize),
  sampled("import", { all: 15 }, importTime),
  ordered("first-call", { all: 15 }, () => ({ task: "first_call", tools: 20 })),
  ordered("latency", { all: 7 }, latencyAmounts),
  ordered("throughput", { all: 5 }, (size) => ({
    ...throughputAmounts(size),
    replies: "single",
  })),
  ordered("throughput-joined", { all: 5 }, (size) => ({
    ...throughputAmounts(size),
    replies: "joined",
  })),
  ordered("list-1000", { all: 5 }, (size) => list(amount(size, 1000, 10), "none")),
  ordered("list-10000", { all: 7 }, (size) => list(amount(size, 10_000, 20), "none")),
  ordered("list-10000-schemas", { all: 5, official: 1 }, (size) =>
    list(amount(size, 10_000, 20), "each"),
  ),
  ordered("frames", { all: 5, official: 1 }, framesAmounts),
  ordered("many-servers", { all: 1 }, (size) => ({
    task: "many_servers",
    servers: amount(size, 100, 2),
    toolsEach: 20,
  })),
];

function ordered(name: string, rounds: Rounds, orderOf: (size: Size) => StdioOrder): Scenario {
  return sampled(name, rounds, (contender, size) =>
    runWorker({ over: "stdio", contender, order: orderOf(size) }),
  );
}

function sampled(
  name: string,
  rounds: Rounds,
  sample: (contender: StdioContenderName, size: Size) => Promise<Measures>,
): Scenario {
  return { name, group: "stdio", entrants: entrants(STDIO_CONTENDERS, rounds, sample) };
}

function list(tools: number, outputSchemas: "none" | "each"): StdioOrder {
  return { task: "list", tools, outputSchemas };
}
