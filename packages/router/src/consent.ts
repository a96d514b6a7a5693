import type { AbortSignalLike } from "@x/connection";
import { type Entry, resolve } from "@x/registry";
import { type JsonObject, plainJson } from "@x/wire";
import type { CallOptions } from "./call-options.js";
import type { CallOutcome } from "./call-outcome.js";
import { checkArguments } from "./checks.js";
import { guarded } from "./guard.js";
import type { Routes } from "./routes.js";
import { checkLimits, leftOf, newTrip, type Trip } from "./trip.js";

/** A call of a tool, by the name and with the arguments that it was made with. */
export interface Call {
  readonly name: string;
  readonly args: JsonObject;
}

/** What comes of a call before anything of it is sent. */
export type Consent =
  /** It is made, with these arguments, within what is left of its time in milliseconds. */
  | {
      readonly type: "allowed";
      readonly args: JsonObject;
      readonly trip: Trip;
      readonly leftMs: number | undefined;
    }
  | { readonly type: "over"; readonly outcome: CallOutcome };

/** How often a guard is asked about one call whose tool changes meanwhile. */
const MAX_ASKED = 3;

/**
 * Whether a call is allowed, with which arguments, and whether its tool takes them.
 *
 * @throws WireError `not_serializable` for arguments that JSON cannot say, the caller's or the guard's.
 */
export async function consent(
  routes: Routes,
  { name, args }: Call,
  options: CallOptions,
): Promise<Consent> {
  const { guard, checks } = routes;
  const { signal } = options;
  let entry = resolve(routes.registry(), name);
  // What nobody has is told as that, and what cannot be sent is not worth a question.
  if (entry === undefined || signal?.aborted) {
    return { type: "allowed", args, trip: newTrip(options, routes), leftMs: undefined };
  }
  const { server, gone } = routes.owner(entry.peer);
  // What was decided about is what is sent, whatever the caller does with its own.
  const own = plainJson(args, `What ${name} is called with`);
  for (let asked = 0; asked < MAX_ASKED; asked += 1) {
    const verdict = guard && (await guarded(guard, entry, own, { signal, gone }));
    const unheard = nobodyWaits(entry, signal, gone);
    if (unheard !== undefined) return over(unheard);
    if (verdict?.type === "denied") return over({ ...verdict, entry });
    const allowed = verdict?.args ?? own;
    // The limits of a call begin when its guard has decided.
    let trip = newTrip(options, routes);
    let leftMs: number | undefined;
    if (checks?.arguments === true) {
      const end = await checkArguments(checks, entry, allowed, checkLimits(routes, trip, gone));
      const unchecked = nobodyWaits(entry, signal, gone);
      if (unchecked !== undefined) return over(unchecked);
      leftMs = leftOf(routes, trip);
      if (end === undefined && leftMs === 0) return over({ type: "unchecked_arguments", entry });
      if (end !== undefined) return over({ ...end, entry });
    }
    const now = resolve(routes.registry(), name);
    if (now === entry || now === undefined) {
      trip = { ...trip, pin: { server, entry, instead: undefined } };
      return { type: "allowed", args: allowed, trip, leftMs };
    }
    if (now.peer !== entry.peer) break;
    entry = now;
  }
  const reason = "what has that name changed while it was decided about";
  return over({ type: "denied", entry, reason });
}

/** The end of a call that nobody waits for, or whose server is none any more. */
function nobodyWaits(
  entry: Entry,
  signal: AbortSignalLike | undefined,
  gone: AbortSignalLike | undefined,
): CallOutcome | undefined {
  if (signal?.aborted) {
    return { type: "no_response", entry, outcome: { type: "aborted", reason: signal.reason } };
  }
  if (!gone?.aborted) return undefined;
  const message = `${entry.peer} is no server any more, or another one. Nothing was sent.`;
  return { type: "unavailable", entry, message };
}

function over(outcome: CallOutcome): Consent {
  return { type: "over", outcome };
}
