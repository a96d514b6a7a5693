import { type Entry, nearest, resolve } from "@x/registry";
import { isJsonObject, type JsonObject, type StampContext, stamp } from "@x/wire";
import { isSafeToRepeat, type Recovery } from "./call-again.js";
import { type CallOptions, exchangeOptions, metaOf } from "./call-options.js";
import { type CallOutcome, callEnded } from "./call-outcome.js";
import { type Checks, checkArguments, checkResult } from "./checks.js";
import { guarded } from "./guard.js";
import { paramHeaders } from "./param-headers.js";
import { hearing, wishesOf } from "./progress.js";
import { afterRound } from "./rounds.js";
import { RouterError } from "./router-error.js";
import type { Routes } from "./routes.js";
import { afterwards, type Leg, leftOf, newTrip, type Trip, whenReady } from "./trip.js";

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
 * as a header is not of the type that the tool declares; WireError where it cannot be serialized;
 * ConnectionError `too_many_pending`. Before anything is sent.
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
    return guard === undefined && checks?.arguments !== true
      ? dispatch(routes, call, newTrip(options, routes))
      : afterConsent(routes, call, options);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The call, if it is allowed, with the arguments that are, and that its tool takes. */
async function afterConsent(
  routes: Routes,
  { name, args }: Call,
  options: CallOptions,
): Promise<CallOutcome> {
  const { guard, checks } = routes;
  const { signal } = options;
  const entry = resolve(routes.registry(), name);
  // What nobody has is told as that, and what cannot be sent is not worth a question.
  if (entry === undefined || signal?.aborted) {
    return dispatch(routes, { name, args }, newTrip(options, routes));
  }
  const verdict = guard && (await guarded(guard, entry, args, signal));
  if (verdict?.type === "denied") return { ...verdict, entry };
  const allowed = verdict?.args ?? args;
  const end = checks?.arguments === true ? await checkArguments(checks, entry, allowed) : undefined;
  if (end !== undefined) return { ...end, entry };
  return dispatch(routes, { name, args: allowed }, newTrip(options, routes));
}

interface Call {
  readonly name: string;
  readonly args: JsonObject;
}

/** Makes one attempt; `leftMs` is what is left of the call's time where it is not the first. */
function dispatch(routes: Routes, call: Call, trip: Trip, leftMs?: number): Promise<CallOutcome> {
  const { name, args } = call;
  const { options } = trip;
  const registry = routes.registry();
  const entry = resolve(registry, name);
  if (entry === undefined) {
    return Promise.resolve({ type: "unknown_tool", name, nearest: nearest(registry, name) });
  }
  const owner = routes.owner(entry.peer);
  const { recovery } = routes;
  if (owner.state === "unavailable") {
    return options.whenUnavailable === "wait" && recovery !== undefined
      ? whenReady(legOf(routes, recovery, call, trip, entry))
      : Promise.resolve({ type: "unavailable", entry, message: owner.message });
  }
  const { connection, context } = owner;
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
      return routes.checks === undefined ? end : afterCheck(routes.checks, end);
    }
    if (end.type === "input_required") {
      return nextRound(routes, call, trip, { entry, result: end.result, context });
    }
    if (recovery === undefined) return end;
    return afterwards(legOf(routes, recovery, call, trip, entry), end, connection);
  });
}

/** The result, if it is as its tool's schema says. */
async function afterCheck(
  checks: Checks,
  end: Extract<CallOutcome, { readonly type: "result" }>,
): Promise<CallOutcome> {
  const { entry, result } = end;
  const flaw = await checkResult(checks, entry, result);
  return flaw === undefined ? end : { ...flaw, entry };
}

/** What follows a result that asks for input. */
async function nextRound(
  routes: Routes,
  call: Call,
  trip: Trip,
  {
    entry,
    result,
    context,
  }: { readonly entry: Entry; readonly result: JsonObject; readonly context: StampContext },
): Promise<CallOutcome> {
  const { input } = routes;
  const after = await afterRound(input, trip, {
    result,
    peer: entry.peer,
    revision: context.revision,
    asked: { type: "tool", name: entry.local },
  });
  if (after.type === "over") return { ...after.unmet, entry };
  return dispatch(routes, call, after.trip, leftOf(after.trip, input?.clock.now() ?? 0));
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
