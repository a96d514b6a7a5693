import type { Host } from "../contender.js";
import { echo } from "../echo.js";
import type { Measures } from "../order.js";

/**
 * The first calls of a process, one after the other: from loading the contender to the first answer, and
 * what each of the others takes in the mean.
 */
export async function cold(
  connected: () => Promise<Host>,
  { calls }: { readonly calls: number },
): Promise<Measures> {
  const startedAt = performance.now();
  const host = await connected();
  await echo(host);
  const answeredAt = performance.now();
  for (let call = 1; call < calls; call += 1) await echo(host);
  const callUs = ((performance.now() - answeredAt) * 1000) / (calls - 1);
  await host.close();
  return { answeredMs: answeredAt - startedAt, callUs };
}
