import type { Host } from "./contender.js";

const TEXT = "what a model would ask a tool for, in some ten words";

/**
 * The call that all scenarios make: small arguments, a small answer. Rejects where it is not the right
 * one: a contender that is fast and wrong has no place here.
 */
export async function echo(host: Host, tool = "echo"): Promise<void> {
  const { content } = await host.call(tool, { text: TEXT, limit: 10, exact: true });
  const [block] = content as readonly { readonly text?: unknown }[];
  if (block?.text !== TEXT) throw new Error(`${tool} answered ${JSON.stringify(content)}.`);
}
