import { cheapServer } from "../cheap-server.js";
import type { StdioContender } from "../contender.js";
import { echo } from "../echo.js";
import type { Measures, StdioOrder } from "../order.js";

/** From nothing to the first answer of a tool: start the server, discover, list, call. */
export async function firstCall(
  contender: StdioContender,
  { tools }: Extract<StdioOrder, { task: "first_call" }>,
): Promise<Measures> {
  const startedAt = performance.now();
  const host = await contender.connect([cheapServer({ tools })]);
  await echo(host);
  const answeredMs = performance.now() - startedAt;
  await host.close();
  return { answeredMs };
}
