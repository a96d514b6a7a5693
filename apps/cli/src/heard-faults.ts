import type { Client } from "@x/client";
import { oneLine } from "./printable.js";

/** Of one server; what it does wrong beyond that is counted. */
const MOST = 5;

/** The beginning of the line that is shown. */
const LONGEST = 80;

/** What a server did wrong that harmed nobody. */
export interface HeardFault {
  readonly code: string;
  readonly message: string;
}

/**
 * Hears what servers do wrong from now on.
 *
 * @param hide takes the operator's secrets out of a text; nothing is cut before that.
 * @returns what one server has done wrong: its first faults, then how many there were beyond them.
 */
export function hearFaults(
  client: Client,
  hide: (text: string) => string,
): (server: string) => readonly HeardFault[] {
  const heard = new Map<string, HeardFault[]>();
  const beyond = new Map<string, number>();
  client.on((event) => {
    if (event.type !== "fault") return;
    const { peer, fault } = event;
    const own = heard.get(peer) ?? [];
    heard.set(peer, own);
    const began =
      "text" in fault && fault.text !== undefined
        ? ` It began: ${JSON.stringify(oneLine(hide(fault.text), LONGEST))}`
        : "";
    if (own.length < MOST)
      own.push({ code: fault.code, message: `${hide(fault.message)}${began}` });
    else beyond.set(peer, (beyond.get(peer) ?? 0) + 1);
  });
  return (server) => {
    const more = beyond.get(server);
    const own = heard.get(server) ?? [];
    return more === undefined ? own : [...own, { code: "more", message: `${more} more faults` }];
  };
}
