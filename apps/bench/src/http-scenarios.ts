import { amount, framesAmounts, latencyAmounts, throughputAmounts } from "./amounts.js";
import { HTTP_CONTENDERS } from "./contender.js";
import { entrants, type Rounds } from "./entrants.js";
import type { HttpOrder } from "./order.js";
import { runWorker } from "./run-worker.js";
import type { Scenario, Size } from "./scenario.js";

/** What a client over HTTP is held to, with replies of either kind. */
export const HTTP_SCENARIOS: readonly Scenario[] = [
  ...perReply("http-cold", { all: 11 }, (size, replies) => ({
    task: "cold",
    calls: amount(size, 100, 5),
    replies,
  })),
  ...perReply("http-latency", { all: 7 }, (size, replies) => ({
    ...latencyAmounts(size),
    replies,
  })),
  ...perReply("http-throughput", { all: 5 }, (size, replies) => ({
    ...throughputAmounts(size),
    replies,
  })),
  ...perReply("http-bodies", { all: 3 }, (size, replies) => ({
    ...framesAmounts(size),
    replies,
  })),
  ordered("http-endpoints", { all: 5 }, (size) => ({
    task: "endpoints",
    endpoints: amount(size, 100, 2),
    replies: "json",
  })),
];

function perReply(
  name: string,
  rounds: Rounds,
  orderOf: (size: Size, replies: "json" | "sse") => HttpOrder,
): readonly Scenario[] {
  return (["json", "sse"] as const).map((replies) =>
    ordered(`${name}-${replies}`, rounds, (size) => orderOf(size, replies)),
  );
}

function ordered(name: string, rounds: Rounds, orderOf: (size: Size) => HttpOrder): Scenario {
  return {
    name,
    group: "http",
    entrants: entrants(HTTP_CONTENDERS, rounds, (contender, size) =>
      runWorker({ over: "http", contender, order: orderOf(size) }),
    ),
  };
}
