import { cheapServer } from "../cheap-server.js";
import type { StdioContender } from "../contender.js";
import { echo } from "../echo.js";
import type { Measures, StdioOrder } from "../order.js";

/** A long list, and the first call after it: each once, by a process that has just started. */
export async function list(
  contender: StdioContender,
  { tools, outputSchemas }: Extract<StdioOrder, { task: "list" }>,
): Promise<Measures> {
  const host = await contender.connectTimed(cheapServer({ tools, outputSchemas }));
  if (host.tools !== tools) throw new Error(`${host.tools} of ${tools} tools were listed.`);
  const startedAt = performance.now();
  await echo(host, `tool_${tools - 1}`);
  const firstCallMs = performance.now() - startedAt;
  await host.close();
  return { listMs: host.listMs, firstCallMs };
}
