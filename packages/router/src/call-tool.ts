import { type Entry, nearest, resolve } from "@x/registry";
import { isJsonObject, type JsonObject, stamp } from "@x/wire";
import type { CheckLimits } from "./bounded-check.js";
import { isSafeToRepeat, type Recovery } from "./call-again.js";
import { type CallOptions, checkOptions, exchangeOptions, metaOf } from "./call-options.js";
import { type CallOutcome, callEnded } from "./call-outcome.js";
import { type Checks, checkResult } from "./checks.js";
import { type Call, consent } from "./consent.js";
import { contentFlaws } from "./content-flaws.js";
import { afterDemand, contextOf } from "./demand.js";
import { paramHeaders } from "./param-headers.js";
import { hearing, wishesOf } from "./progress.js";
import { afterRound, lostIn } from "./rounds.js";
import { RouterError } from "./router-error.js";
import type { Owner, Routes } from "./routes.js";
import {
  afterwards,
  checkLimits,
  type Leg,
  leftOf,
  newTrip,
  type Pin,
  type Trip,
  whenReady,
} from "./trip.js";

/**
 * Calls the tool with this canonical name on its owner, under its local name.
 *
 * The registry alone says who the owner is. To an owner that is not ready nothing is sent.
 * Specification: "Tools", "Calling Tools".
 *
 * `args` are named values, of any type that has them; an array or a function is refused. Those that the
 * tool asks for are sent as `Mcp-Param-*` headers too.
 *
 * @throws RouterError `invalid_arguments` where `args` is not an object, or where one that is also sent
 * as a header is not of the type that the tool declares, `invalid_option`; WireError `not_serializable`;
 * ConnectionError `invalid_deadline`, `too_many_pending`. Before anything is sent.
 */
export function callTool(
  routes: Routes,
  name: string,
  args: object = {},
  options: CallOptions = {},
): Promise<CallOutcome> {
  // Not async: that would cost a call a promise and a turn of the microtask queue more.
  try {
    if (!isJsonObject(args)) {
      throw new RouterError(`The arguments of ${name} have to be an object of named values.`, {
        code: "invalid_arguments",
      });
    }
    const { guard, checks } = routes;
    const call = { name, args };
    if (guard === undefined && checks?.arguments !== true) {
      return dispatch(routes, call, newTrip(options, routes));
    }
    checkOptions(options);
    return afterConsent(routes, call, options);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The call, if it is allowed, with the arguments that are, and that its tool takes. */
async function afterConsent(
  routes: Routes,
  call: Call,
  options: CallOptions,
): Promise<CallOutcome> {
  const found = await consent(routes, call, options);
  if (found.type === "over") return found.outcome;
  return dispatch(routes, { name: call.name, args: found.args }, found.trip, found.leftMs);
}

/** Makes one attempt; `leftMs` is what is left of the call's time where it is not the first. */
function dispatch(routes: Routes, call: Call, trip: Trip, leftMs?: number): Promise<CallOutcome> {
  const { name, args } = call;
  const { options } = trip;
  const registry = routes.registry();
  const entry = resolve(registry, name);
  if (entry === undefined) {
    const { instead, entry: before } = trip.pin ?? {};
    if (instead !== undefined && before !== undefined) {
      return Promise.resolve({ ...instead, entry: before });
    }
    return Promise.resolve({ type: "unknown_tool", name, nearest: nearest(registry, name) });
  }
  const owner = routes.owner(entry.peer);
  const { recovery } = routes;
  const { pin } = trip;
  if (pin !== undefined && !isPinned(pin, entry, owner.server)) {
    return Promise.resolve(strayed(pin, entry));
  }
  if (owner.state === "unavailable") {
    const instead = pin?.instead;
    if (options.whenUnavailable === "wait" && recovery !== undefined) {
      const staying = { ...trip, pin: pin ?? { server: owner.server, entry, instead } };
      const before = instead === undefined ? undefined : { unmet: instead, lost: undefined };
      return whenReady(legOf(routes, recovery, call, staying, entry), before);
    }
    const down = instead ?? ({ type: "unavailable", message: owner.message } as const);
    return Promise.resolve({ ...down, entry });
  }
  const { connection } = owner;
  const context = contextOf(trip, owner);
  const headers = paramHeaders(entry, args, context.era);
  const params = { name: entry.local, arguments: args, ...trip.answers };
  const meta = metaOf(options, routes.trace?.());
  const id = connection.ids.next();
  const request = stamp(
    { id, method: "tools/call", params: meta === undefined ? params : { ...params, _meta: meta } },
    context,
    wishesOf(options, id, owner.wishes),
  );
  const onNotification = hearing(options, entry.peer, routes);
  const exchange = exchangeOptions(options, { leftMs, headers, onNotification });
  return connection.exchange(request, exchange).then((outcome) => {
    const end = callEnded(outcome, entry, context.era);
    if (end.type === "result") {
      return routes.checks === undefined
        ? end
        : afterCheck(routes.checks, end, checkLimits(routes, trip, owner.gone, outcome));
    }
    if (end.type === "input_required") {
      return nextRound(routes, call, trip, { entry, result: end.result, owner });
    }
    const stay = { pin: { server: owner.server, entry, instead: end } };
    const demand = afterDemand(routes, end, trip, owner);
    if (demand?.type === "over") return { ...demand.unmet, entry };
    if (demand !== undefined) {
      return dispatch(routes, call, { ...demand.trip, ...stay }, demand.leftMs);
    }
    if (recovery === undefined) return end;
    return afterwards(legOf(routes, recovery, call, { ...trip, ...stay }, entry), end, connection);
  });
}

/** The result, if it is as its tool's schema says. */
async function afterCheck(
  checks: Checks,
  end: Extract<CallOutcome, { readonly type: "result" }>,
  limits: CheckLimits,
): Promise<CallOutcome> {
  const { entry, result } = end;
  const flaw = await checkResult(checks, entry, result, limits);
  if (flaw !== undefined) return { ...flaw, entry };
  const flaws = contentFlaws(result.content);
  return flaws.length === 0 ? end : { ...end, flaws };
}

/** What follows a result that asks for input. */
async function nextRound(
  routes: Routes,
  call: Call,
  trip: Trip,
  {
    entry,
    result,
    owner,
  }: { readonly entry: Entry; readonly result: JsonObject; readonly owner: Ready },
): Promise<CallOutcome> {
  const { input } = routes;
  const { server, gone } = owner;
  const after = await afterRound(input, trip, {
    result,
    peer: entry.peer,
    context: contextOf(trip, owner),
    asked: { type: "tool", name: entry.local },
    gone,
  });
  if (after.type === "over") return { ...after.unmet, entry };
  const staying = { ...after.trip, pin: { server, entry, instead: lostIn(entry.peer) } };
  return dispatch(routes, call, staying, leftOf(routes, staying));
}

type Ready = Extract<Owner, { readonly state: "ready" }>;

/** Whether an attempt can go where the one before went, or where it was decided that it goes. */
function isPinned(pin: Pin, entry: Entry, server: object | undefined): boolean {
  const before = pin.entry;
  return before?.peer === entry.peer && before.local === entry.local && pin.server === server;
}

/** The end of a call whose name stands for something else by now. */
function strayed({ entry = undefined, instead }: Pin, now: Entry): CallOutcome {
  const what = entry ?? now;
  if (instead !== undefined) return { ...instead, entry: what };
  const message = `"${what.canonical}" is another server's by now. Nothing was sent; call it again.`;
  return { type: "unavailable", entry: what, message };
}

function legOf(
  routes: Routes,
  recovery: Recovery,
  call: Call,
  trip: Trip,
  entry: Entry,
): Leg<CallOutcome> {
  return {
    recovery,
    trip,
    peer: entry.peer,
    isSafe: isSafeToRepeat(entry, recovery.safety(entry)),
    canRelist: true,
    attempt: (next, leftMs) => dispatch(routes, call, next, leftMs),
    end: (unmet) => ({ ...unmet, entry }),
  };
}
