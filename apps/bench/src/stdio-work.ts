import { cheapServer } from "./cheap-server.js";
import type { Host, StdioContenderName } from "./contender.js";
import { loadStdioContender } from "./load-contender.js";
import type { Measures, StdioOrder } from "./order.js";

/**
 * Carries out an order over stdio. Only what it asks for is loaded, so that a short process is not long
 * for our own sake.
 */
export async function stdioWork(name: StdioContenderName, order: StdioOrder): Promise<Measures> {
  const contender = await loadStdioContender(name);
  const connected = (replies: "joined" | "single"): Promise<Host> =>
    contender.connect([cheapServer({ tools: 20, replies })]);
  switch (order.task) {
    case "throughput": {
      const { throughput } = await import("./tasks/throughput.js");
      return throughput(await connected(order.replies), order);
    }
    case "latency": {
      const { latency } = await import("./tasks/latency.js");
      return latency(await connected("single"), order);
    }
    case "frames": {
      const { frames } = await import("./tasks/frames.js");
      return frames(await connected("single"), order);
    }
    case "list":
      return (await import("./tasks/list.js")).list(contender, order);
    case "many_servers":
      return (await import("./tasks/many-servers.js")).manyServers(contender, order);
    case "first_call":
      return (await import("./tasks/first-call.js")).firstCall(contender, order);
  }
}
