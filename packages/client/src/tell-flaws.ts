import type { ContentFlaw } from "@x/router";
import type { Events } from "./events.js";

/** Tells what is wrong with the content of a result, where something is. */
export function tellFlaws(
  events: Events,
  asked: { readonly peer: string; readonly method: string; readonly asked: string },
  { flaws }: { readonly flaws?: readonly ContentFlaw[] },
): void {
  if (flaws !== undefined) events.emit({ type: "content_flaws", ...asked, flaws });
}
