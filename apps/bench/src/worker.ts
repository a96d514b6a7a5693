import process from "node:process";
import type { Contender } from "./contender.js";
import { loadContender } from "./load-contender.js";
import type { Assignment, Measures, Order } from "./order.js";

/** Carries out one assignment in this process, and prints what was measured as one line of JSON. */
export async function work(assignment: string): Promise<void> {
  const { contender, order } = JSON.parse(assignment) as Assignment;
  const measures = await carryOut(await loadContender(contender), order);
  process.stdout.write(`${JSON.stringify(measures)}\n`);
}

/** Only what the order asks for is loaded, so that a short process is not long for our own sake. */
async function carryOut(contender: Contender, order: Order): Promise<Measures> {
  switch (order.task) {
    case "throughput":
      return (await import("./tasks/throughput.js")).throughput(contender, order);
    case "latency":
      return (await import("./tasks/latency.js")).latency(contender, order);
    case "frames":
      return (await import("./tasks/frames.js")).frames(contender, order);
    case "list":
      return (await import("./tasks/list.js")).list(contender, order);
    case "many_servers":
      return (await import("./tasks/many-servers.js")).manyServers(contender, order);
    case "first_call":
      return (await import("./tasks/first-call.js")).firstCall(contender, order);
  }
}
