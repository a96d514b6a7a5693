import type { Connection } from "@x/connection";
import { type Entry, nearest, resolve } from "@x/registry";
import { isJsonObject, type JsonObject, stamp } from "@x/wire";
import { MAX_REPEATS, type Patience, type Recovery, sequel } from "./call-again.js";
import { type CallOptions, DEFAULT_TOTAL_MS, exchangeOptions } from "./call-options.js";
import { type CallOutcome, callOutcome, type Ended } from "./call-outcome.js";
import { paramHeaders } from "./param-headers.js";
import { RouterError } from "./router-error.js";
import type { Routes } from "./routes.js";

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
    return dispatch(routes, {
      name,
      args,
      options,
      startedAt: routes.recovery?.now(),
      repeats: 0,
      relisted: false,
    });
  } catch (error) {
    return Promise.reject(error);
  }
}

interface Attempt {
  readonly name: string;
  readonly args: JsonObject;
  readonly options: CallOptions;
  /** When the call was made, where it may be made again. */
  readonly startedAt: number | undefined;
  /** How often it was made before, and whether its peer was listed anew for it. */
  readonly repeats: number;
  readonly relisted: boolean;
}

/** Makes one attempt; `leftMs` is what is left of the call's time where it is not the first. */
function dispatch(routes: Routes, attempt: Attempt, leftMs?: number): Promise<CallOutcome> {
  const { name, args, options } = attempt;
  const registry = routes.registry();
  const entry = resolve(registry, name);
  if (entry === undefined) {
    return Promise.resolve({ type: "unknown_tool", name, nearest: nearest(registry, name) });
  }
  const owner = routes.owner(entry.peer);
  if (owner.state === "unavailable") {
    return options.whenUnavailable === "wait" && routes.recovery !== undefined
      ? waitFor(routes, routes.recovery, attempt, entry)
      : Promise.resolve({ type: "unavailable", entry, message: owner.message });
  }
  const { connection, context } = owner;
  const headers = paramHeaders(entry, args, context.era);
  const params = { name: entry.local, arguments: args };
  const request = stamp(
    {
      id: connection.ids.next(),
      method: "tools/call",
      params: options.meta === undefined ? params : { ...params, _meta: options.meta },
    },
    context,
  );
  return connection.exchange(request, exchangeOptions(options, leftMs, headers)).then((outcome) => {
    const end = callOutcome(outcome, entry, context.era);
    return end.type === "result" || routes.recovery === undefined
      ? end
      : again(routes, routes.recovery, attempt, { end, connection });
  });
}

/** The end of an attempt, or of the one that follows it. */
async function again(
  routes: Routes,
  recovery: Recovery,
  attempt: Attempt,
  { end, connection }: { readonly end: Ended; readonly connection: Connection },
): Promise<CallOutcome> {
  const { entry } = end;
  switch (sequel(end, recovery.safety(entry))) {
    case "none":
      return end;
    case "relist": {
      if (attempt.relisted) return end;
      await recovery.relist(entry.peer, patienceOf(attempt, recovery));
      const { ms, signal } = patienceOf(attempt, recovery);
      if (ms === 0 || signal?.aborted) return end;
      return dispatch(routes, { ...attempt, relisted: true }, ms);
    }
    case "repeat":
      if (attempt.repeats === MAX_REPEATS) return end;
      return waitFor(routes, recovery, { ...attempt, repeats: attempt.repeats + 1 }, entry, {
        end,
        lost: isClosed(end) ? connection : undefined,
      });
  }
}

function isClosed(end: Ended): boolean {
  return end.type === "no_response" && end.outcome.type === "closed";
}

/** Makes the call when its owner is ready; the end before is told where that does not come about. */
async function waitFor(
  routes: Routes,
  recovery: Recovery,
  attempt: Attempt,
  entry: Entry,
  before?: { readonly end: CallOutcome; readonly lost: Connection | undefined },
): Promise<CallOutcome> {
  const owner = await recovery.ready(entry.peer, patienceOf(attempt, recovery), before?.lost);
  const { ms, signal } = patienceOf(attempt, recovery);
  if (signal?.aborted) {
    return { type: "no_response", entry, outcome: { type: "aborted", reason: signal.reason } };
  }
  if (owner.state === "ready" && ms > 0) return dispatch(routes, attempt, ms);
  const message = owner.state === "ready" ? "There was no time left." : owner.message;
  return before?.end ?? { type: "unavailable", entry, message };
}

/** What is left of a call's time, over all its attempts. */
function patienceOf({ startedAt = 0, options }: Attempt, recovery: Recovery): Patience {
  const { totalMs = DEFAULT_TOTAL_MS, signal } = options;
  return { ms: Math.max(0, totalMs - (recovery.now() - startedAt)), signal };
}
