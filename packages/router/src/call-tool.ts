import type { AbortSignalLike, Connection, ExchangeOptions, ExchangeOutcome } from "@x/connection";
import { type Entry, nearest, type Registry, resolve } from "@x/registry";
import {
  type EraName,
  type ErrorObject,
  isJsonObject,
  isResultResponse,
  type JsonObject,
  type StampContext,
  stamp,
  type UrlRequest,
  urlRequests,
} from "@x/wire";
import { MAX_REPEATS, type Patience, type Recovery, sequel } from "./call-again.js";
import { paramHeaders } from "./param-headers.js";
import { RouterError } from "./router-error.js";
import { checkToolResult, type ToolResult } from "./tool-result.js";

/** A peer as far as a call needs it: an open connection and how to stamp for it, or why not. */
export type Owner =
  | { readonly state: "ready"; readonly connection: Connection; readonly context: StampContext }
  | { readonly state: "unavailable"; readonly message: string };

/** Where a call looks things up; both are asked anew for every call. */
export interface Routes {
  readonly registry: () => Registry;
  readonly owner: (peer: string) => Owner;
  /** Without it, a call is made once, and only to an owner that is ready. */
  readonly recovery?: Recovery;
}

/** Limits of one call. */
export interface CallOptions {
  /** From sending to the answer, in milliseconds. Default 60,000. */
  readonly totalMs?: number;
  readonly signal?: AbortSignalLike;
  /**
   * What happens while the owner is not ready: the call fails at once, or waits within its `totalMs`.
   * Default `fail`.
   */
  readonly whenUnavailable?: "fail" | "wait";
  /** The caller's own `_meta` keys. */
  readonly meta?: JsonObject;
}

/** How a call ended: a value for everything that a peer can cause. */
export type CallOutcome =
  | { readonly type: "result"; readonly entry: Entry; readonly result: ToolResult }
  | { readonly type: "input_required"; readonly entry: Entry; readonly result: JsonObject }
  | {
      readonly type: "rpc_error";
      readonly entry: Entry;
      readonly error: ErrorObject;
      /** The pages that the user has to visit first, where the error asks for that (`-32042`). */
      readonly urls?: readonly UrlRequest[];
    }
  | { readonly type: "invalid_result"; readonly entry: Entry; readonly message: string }
  | {
      readonly type: "no_response";
      readonly entry: Entry;
      readonly outcome: Exclude<ExchangeOutcome, { type: "response" }>;
    }
  | { readonly type: "unavailable"; readonly entry: Entry; readonly message: string }
  | {
      readonly type: "unknown_tool";
      readonly name: string;
      /** Canonical names that come close, the closest first. */
      readonly nearest: readonly string[];
    };

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
      waited: false,
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
  /** Whether time has passed before it could be made. */
  readonly waited: boolean;
}

function dispatch(routes: Routes, attempt: Attempt): Promise<CallOutcome> {
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
  const isFirst = attempt.repeats === 0 && !attempt.relisted && !attempt.waited;
  const leftMs =
    isFirst || routes.recovery === undefined ? undefined : timeLeft(attempt, routes.recovery);
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

/** How an attempt ends that was made. */
type Ended = Exclude<CallOutcome, { type: "unknown_tool" }>;

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
    case "relist":
      if (attempt.relisted) return end;
      await recovery.relist(entry.peer, patienceOf(attempt, recovery));
      return isOver(attempt, recovery) ? end : dispatch(routes, { ...attempt, relisted: true });
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
  const { signal } = attempt.options;
  const owner = await recovery.ready(entry.peer, patienceOf(attempt, recovery), before?.lost);
  if (signal?.aborted) {
    return { type: "no_response", entry, outcome: { type: "aborted", reason: signal.reason } };
  }
  if (owner.state === "ready" && !isOver(attempt, recovery)) {
    return dispatch(routes, { ...attempt, waited: true });
  }
  const message = owner.state === "ready" ? "There was no time left." : owner.message;
  return before?.end ?? { type: "unavailable", entry, message };
}

function patienceOf(attempt: Attempt, recovery: Recovery): Patience {
  return { ms: timeLeft(attempt, recovery), signal: attempt.options.signal };
}

/** What is left of the call's time, over all its attempts, in milliseconds. */
function timeLeft({ startedAt = 0, options }: Attempt, recovery: Recovery): number {
  const { totalMs = DEFAULT_TOTAL_MS } = options;
  return Math.max(0, totalMs - (recovery.now() - startedAt));
}

function isOver(attempt: Attempt, recovery: Recovery): boolean {
  return attempt.options.signal?.aborted === true || timeLeft(attempt, recovery) === 0;
}

const DEFAULT_TOTAL_MS = 60_000;

/** One object for all calls that ask for nothing else. */
const DEFAULTS: ExchangeOptions = Object.freeze({
  totalMs: DEFAULT_TOTAL_MS,
  onAbandon: "cancel",
});

function exchangeOptions(
  options: CallOptions,
  leftMs: number | undefined,
  headers: ExchangeOptions["headers"],
): ExchangeOptions {
  const limits = limitsOf(leftMs === undefined ? options : { ...options, totalMs: leftMs });
  return headers === undefined ? limits : { ...limits, headers };
}

function limitsOf({ totalMs = DEFAULT_TOTAL_MS, signal }: CallOptions): ExchangeOptions {
  if (signal !== undefined) return { totalMs, onAbandon: "cancel", signal };
  return totalMs === DEFAULT_TOTAL_MS ? DEFAULTS : { totalMs, onAbandon: "cancel" };
}

function callOutcome(outcome: ExchangeOutcome, entry: Entry, era: EraName): Ended {
  if (outcome.type !== "response") return { type: "no_response", entry, outcome };
  const { response } = outcome;
  if (!isResultResponse(response)) {
    const { error } = response;
    const urls = urlRequests(error);
    return { type: "rpc_error", entry, error, ...(urls === undefined ? {} : { urls }) };
  }
  const checked = checkToolResult(response.result, era);
  switch (checked.type) {
    case "complete":
      return { type: "result", entry, result: checked.result };
    case "input_required":
      return { type: "input_required", entry, result: checked.result };
    case "invalid":
      return { type: "invalid_result", entry, message: checked.message };
  }
}
