import { type CheapHttpServer, cheapHttpServer } from "./cheap-http-server.js";
import type { Host, HttpContenderName } from "./contender.js";
import { loadHttpContender } from "./load-contender.js";
import type { HttpOrder, Measures } from "./order.js";

/** Carries out an order over HTTP, against a server that lives as long as this takes. */
export async function httpWork(name: HttpContenderName, order: HttpOrder): Promise<Measures> {
  const { replies } = order;
  const listeners = order.task === "endpoints" ? order.endpoints : 1;
  const server = await cheapHttpServer({ replies, tools: 20, listeners });
  try {
    return await carryOut(name, order, server);
  } finally {
    await server.stop();
  }
}

async function carryOut(
  name: HttpContenderName,
  order: HttpOrder,
  { endpoints }: CheapHttpServer,
): Promise<Measures> {
  const connected = async (): Promise<Host> => (await loadHttpContender(name)).connect(endpoints);
  switch (order.task) {
    case "throughput":
      return (await import("./tasks/throughput.js")).throughput(await connected(), order);
    case "latency":
      return (await import("./tasks/latency.js")).latency(await connected(), order);
    case "frames":
      return (await import("./tasks/frames.js")).frames(await connected(), order);
    case "cold":
      return (await import("./tasks/cold.js")).cold(connected, order);
    case "endpoints": {
      const { manyEndpoints } = await import("./tasks/many-endpoints.js");
      return manyEndpoints(await loadHttpContender(name), endpoints);
    }
  }
}
