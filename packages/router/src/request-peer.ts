import type { Asked as AskedFor } from "@x/input";
import {
  declares,
  declaresExtension,
  type EraName,
  type JsonObject,
  stamp,
  type TraceContext,
} from "@x/wire";
import type { Recovery } from "./call-again.js";
import { type CallOptions, exchangeOptions, metaOf } from "./call-options.js";
import type { ContentFlaw } from "./content-flaws.js";
import { afterDemand, contextOf } from "./demand.js";
import { interim } from "./interim.js";
import { hearing, wishesOf } from "./progress.js";
import { afterRound, lostIn } from "./rounds.js";
import type { Owner, Routes } from "./routes.js";
import { afterwards, type Leg, leftOf, newTrip, type Trip, whenReady } from "./trip.js";
import { arrived, type Unmet } from "./unmet.js";

/** A request to one peer. */
export interface PeerRequest<Result> {
  /** The configured name of the peer. */
  readonly peer: string;
  readonly method: string;
  readonly params?: JsonObject;
  /** The capability that its server has to have declared; none for what every server does. */
  readonly needs?: string;
  /** The extension that its server has to have declared, where it is a request of one. */
  readonly extension?: string;
  /** For what the server may ask for input first; for any other request that is an invalid result. */
  readonly mayAsk?: AskedFor;
  /** Whether it changes nothing at its server: then it is made again when it is lost. */
  readonly isRead: boolean;
  /** The result where it is one, else what is wrong with it, as "its … is …". */
  readonly check: (result: JsonObject) => Result | string;
  /** What is wrong with pieces of its content; looked for with `checks` only. */
  readonly flaws?: (result: Result) => readonly ContentFlaw[];
}

/** Whom a request was for, and what it asked. */
export interface Asked {
  readonly peer: string;
  readonly method: string;
}

/** How a request ended: a value for everything that a peer can cause. */
export type RequestOutcome<Result> =
  | (Asked & {
      readonly type: "result";
      readonly result: Result;
      /** As it came, with what it says of its own freshness. */
      readonly raw: JsonObject;
      /** Of the frame that it came in, in UTF-16 code units. */
      readonly size: number;
      /** Whether it depends on input that was given on the way: it is nobody else's result then. */
      readonly tookInput: boolean;
      /** What is wrong with pieces of its content, where something is; looked for with `checks` only. */
      readonly flaws?: readonly ContentFlaw[];
    })
  /** The server did not declare what the request needs; nothing was sent. */
  | (Asked & { readonly type: "undeclared"; readonly capability: string })
  | (Asked & Unmet);

/**
 * Asks a peer, and asks again where the request was lost and may be made twice.
 *
 * To a peer that is not ready, or did not declare what is needed, nothing is sent.
 *
 * @throws WireError where it cannot be serialized; ConnectionError `invalid_deadline`, `too_many_pending`.
 * Before anything is sent.
 */
export async function requestPeer<Result extends object>(
  routes: Routes,
  request: PeerRequest<Result>,
  options: CallOptions = {},
): Promise<RequestOutcome<Result>> {
  return dispatch(routes, request, newTrip(options, routes));
}

async function dispatch<Result extends object>(
  routes: Routes,
  request: PeerRequest<Result>,
  trip: Trip,
  leftMs?: number,
): Promise<RequestOutcome<Result>> {
  const { peer, method, needs, extension } = request;
  const { options } = trip;
  const asked = { peer, method };
  const { recovery } = routes;
  const owner = routes.owner(peer);
  const { pin } = trip;
  const instead = pin?.instead;
  if (pin !== undefined && pin.server !== owner.server) {
    const message = `Another server is ${peer} by now. Nothing was sent to it; ask it again.`;
    return { ...asked, ...(instead ?? { type: "unavailable", message }) };
  }
  if (owner.state === "unavailable") {
    if (options.whenUnavailable === "wait" && recovery !== undefined) {
      const staying = { ...trip, pin: pin ?? { server: owner.server, instead } };
      const before = instead === undefined ? undefined : { unmet: instead, lost: undefined };
      return whenReady(legOf(routes, recovery, request, staying), before);
    }
    return { ...asked, ...(instead ?? { type: "unavailable", message: owner.message }) };
  }
  if (needs !== undefined && !declares(owner.capabilities, needs)) {
    return { ...asked, type: "undeclared", capability: needs };
  }
  if (extension !== undefined && !declaresExtension(owner.capabilities, extension)) {
    return { ...asked, type: "undeclared", capability: `the extension ${extension}` };
  }
  const { connection } = owner;
  const context = contextOf(trip, owner);
  const exchange = connection.exchange(
    stampedFor(owner, request, { trip, trace: routes.trace?.() }),
    exchangeOptions(options, {
      leftMs,
      headers: undefined,
      onNotification: hearing(options, peer, routes),
    }),
  );
  const arrival = arrived(await exchange);
  if (arrival.type === "arrived") {
    const end = checked(arrival, request.check, context.era);
    if (end.type === "input_required")
      return nextRound(routes, request, trip, { result: end.result, owner });
    if (end.type !== "result") return { ...asked, ...end };
    const flaws = routes.checks === undefined ? [] : (request.flaws?.(end.result) ?? []);
    const tookInput = trip.answers !== undefined;
    return { ...asked, ...end, tookInput, ...(flaws.length === 0 ? {} : { flaws }) };
  }
  const stay = { pin: { server: owner.server, instead: arrival } };
  const demand = afterDemand(routes, arrival, trip, owner);
  if (demand?.type === "over") return { ...asked, ...demand.unmet };
  if (demand !== undefined) {
    return dispatch(routes, request, { ...demand.trip, ...stay }, demand.leftMs);
  }
  return recovery === undefined
    ? { ...asked, ...arrival }
    : afterwards(legOf(routes, recovery, request, { ...trip, ...stay }), arrival, connection);
}

type Ready = Extract<Owner, { readonly state: "ready" }>;

/** What follows a result that asks for input. */
async function nextRound<Result extends object>(
  routes: Routes,
  request: PeerRequest<Result>,
  trip: Trip,
  { result, owner }: { readonly result: JsonObject; readonly owner: Ready },
): Promise<RequestOutcome<Result>> {
  const { input } = routes;
  const { peer, method, mayAsk: asked } = request;
  if (asked === undefined) {
    const message = `its resultType is input_required, which no answer to ${method} can be`;
    return { type: "invalid_result", message, peer, method };
  }
  const { server, gone } = owner;
  const context = contextOf(trip, owner);
  const after = await afterRound(input, trip, { result, peer, context, asked, gone });
  if (after.type === "over") return { ...after.unmet, peer, method };
  const staying = { ...after.trip, pin: { server, instead: lostIn(peer) } };
  return dispatch(routes, request, staying, leftOf(routes, staying));
}

function stampedFor<Result>(
  owner: Ready,
  { method, params }: PeerRequest<Result>,
  { trip, trace }: Stamped,
): ReturnType<typeof stamp> {
  const { connection, wishes } = owner;
  const { options, answers } = trip;
  const id = connection.ids.next();
  const meta = metaOf(options, trace);
  const given = answers === undefined ? params : { ...params, ...answers };
  const all = meta === undefined ? given : { ...given, _meta: meta };
  const request = all === undefined ? { id, method } : { id, method, params: all };
  return stamp(request, contextOf(trip, owner), wishesOf(options, id, wishes));
}

interface Stamped {
  readonly trip: Trip;
  readonly trace: TraceContext | undefined;
}

function checked<Result extends object>(
  { result: raw, size }: { readonly result: JsonObject; readonly size: number },
  check: PeerRequest<Result>["check"],
  era: EraName,
):
  | {
      readonly type: "result";
      readonly result: Result;
      readonly raw: JsonObject;
      readonly size: number;
    }
  | Extract<Unmet, { type: "input_required" | "invalid_result" }> {
  const state = interim(raw, era);
  if (state.type === "input_required") return { type: "input_required", result: raw };
  const result = state.type === "invalid" ? state.message : check(raw);
  return typeof result === "string"
    ? { type: "invalid_result", message: result }
    : { type: "result", result, raw, size };
}

function legOf<Result extends object>(
  routes: Routes,
  recovery: Recovery,
  request: PeerRequest<Result>,
  trip: Trip,
): Leg<RequestOutcome<Result>> {
  const { peer, method, isRead } = request;
  return {
    recovery,
    trip,
    peer,
    isSafe: isRead,
    canRelist: false,
    attempt: (next, leftMs) => dispatch(routes, request, next, leftMs),
    end: (unmet) => ({ ...unmet, peer, method }),
  };
}
