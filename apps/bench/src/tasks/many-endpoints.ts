import process from "node:process";
import type { Contender, Endpoint } from "../contender.js";
import { echo } from "../echo.js";
import type { Measures } from "../order.js";

/** Many servers behind URLs at once: until all are connected and listed. */
export async function manyEndpoints(
  contender: Contender<Endpoint>,
  endpoints: readonly Endpoint[],
): Promise<Measures> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const host = await contender.connect(endpoints);
  const connectedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  await echo(host, "s0_echo");
  await host.close();
  return { connectedMs, cpuMs: (user + system) / 1000, tools: host.tools };
}
