import type { Host } from "../contender.js";
import { median } from "../median.js";
import type { FramesOrder, Measures } from "../order.js";

const MIB = 1024 * 1024;

/** Answers of three sizes. Closes the host. */
export async function frames(host: Host, { sizesMib, spendMs }: FramesOrder): Promise<Measures> {
  await frameMs(host, sizesMib.small);
  const smallMs = await typicalMs(host, sizesMib.small, spendMs);
  const middleMs = await typicalMs(host, sizesMib.middle, spendMs);
  const largeMs = await typicalMs(host, sizesMib.large, spendMs);
  await host.close();
  // What a MiB costs in the large frame against the middle one: 1 is linear.
  const growth = largeMs / sizesMib.large / (middleMs / sizesMib.middle);
  return { smallMs, middleMs, largeMs, growth };
}

/** The median of as many frames as there is time for; one at least, and no more than seven. */
async function typicalMs(host: Host, mib: number, spendMs: number): Promise<number> {
  const tookMs: number[] = [];
  let spentMs = 0;
  do {
    const ms = await frameMs(host, mib);
    tookMs.push(ms);
    spentMs += ms;
  } while (spentMs < spendMs && tookMs.length < 7);
  return median(tookMs);
}

async function frameMs(host: Host, mib: number): Promise<number> {
  const startedAt = performance.now();
  const { content } = await host.call("frame", { mib });
  const tookMs = performance.now() - startedAt;
  const [block] = content as readonly { readonly text: string }[];
  if (block?.text.length === mib * MIB) return tookMs;
  throw new Error(`A frame of ${mib} MiB came with a text of ${block?.text.length} characters.`);
}
