import { Aborter, type Cancel, type Connection, type Transport } from "@x/connection";
import type { DecisionRecord, ReasonCode, Settled } from "@x/era";
import type { ListProblem } from "@x/lists";
import type { ClientCapabilities, LogLevel } from "@x/wire";
import type { Listening } from "./listening.js";
import type { MergedKind } from "./peer-lists.js";
import type { ServerOptions } from "./server-options.js";

/** Why a peer cannot be used: a reason of the negotiation, or what happened after it. */
export type UnavailableReason =
  | ReasonCode
  | "list_failed"
  | "connection_lost"
  | "closed"
  | "broken_transport";

/** Where a peer stands. Only `ready` has a connection. */
export type PeerState =
  | { readonly state: "idle" }
  | { readonly state: "connecting" }
  | {
      readonly state: "ready";
      readonly connection: Connection;
      readonly settled: Settled;
      readonly record: DecisionRecord;
      readonly elapsedMs: number;
    }
  | {
      readonly state: "unavailable";
      readonly reason: UnavailableReason;
      readonly message: string;
      /** The decision about its era, where one was made. */
      readonly record: DecisionRecord | undefined;
      readonly elapsedMs: number;
      /** When it is brought up again by itself, counted from when it became unavailable. */
      readonly retryInMs?: number;
    };

/** What is wrong with the lists of a peer that are merged. */
export type ListProblems = { [kind in MergedKind]: ListProblem | undefined };

/** One server of a client: what it is reached by, how it is treated, and where it stands. */
export interface Peer {
  readonly name: string;
  readonly transport: Transport;
  readonly options: ServerOptions;
  /** Gives up whatever is under way for it; set off once, when it is removed or the client closes. */
  readonly stop: Aborter;
  state: PeerState;
  /** Over all its connections: what it did wrong, and what came after it was waited for. */
  readonly seen: {
    faults: number;
    late: number;
    connections: number;
    readonly byCode: Map<string, number>;
  };
  /** The bring-up under way, which everybody who asks for one shares. */
  bringUp: Promise<void> | undefined;
  /** Settles when nothing is left of its last connection. */
  leaving: Promise<unknown>;
  /** What it tells of its changes. */
  readonly listening: Listening;
  /** That of its connection; of the last one, where it has none. */
  revision: string;
  /** What it is told once it demands it, that it is not told from the start. */
  declarable: ClientCapabilities;
  /** The connection that it is listened to on, or was last. */
  heardOn: Connection | undefined;
  /** The least severe log message that is wanted of it. */
  logLevel: LogLevel | undefined;
  /** How far each list of the connection that comes up is; `stale`: it changed since it was read. */
  readonly coming: { [kind in MergedKind]: "listing" | "listed" | "stale" };
  /** Why its last lists are not whole, or could not be read anew. */
  readonly problems: ListProblems;
  /** What was handed to be merged last; the same list is not merged twice. */
  readonly merged: { tools: readonly unknown[]; prompts: readonly unknown[] };
  /** The lists that are being read anew, which everybody who asks for one shares. */
  readonly refreshing: { tools: Promise<void> | undefined; prompts: Promise<void> | undefined };
  /** The look whether it is still there, which everybody who asks for one shares. */
  checking: Promise<void> | undefined;
  /** How its attempts to be ready go. */
  readonly health: PeerHealth;
}

/** What a peer's recovery goes by. */
interface PeerHealth {
  /** Failures in a row. */
  failures: number;
  wasReady: boolean;
  /** It is being brought up by itself. */
  comesBack: boolean;
  /** How its last attempt failed, until one succeeds. */
  lastDown: Extract<PeerState, { state: "unavailable" }> | undefined;
  /** The clock's milliseconds of when it became ready last. */
  readyAt: number;
  /** Takes back the attempt that is planned, if one is. */
  cancelRetry: Cancel;
}

/** A peer that nothing has happened to yet. */
export function newPeer(given: Pick<Peer, "name" | "transport" | "options" | "listening">): Peer {
  return {
    ...given,
    stop: new Aborter(),
    state: { state: "idle" },
    seen: { faults: 0, late: 0, connections: 0, byCode: new Map() },
    bringUp: undefined,
    leaving: Promise.resolve(),
    revision: "",
    declarable: {},
    heardOn: undefined,
    logLevel: undefined,
    coming: { tools: "listing", prompts: "listing" },
    problems: { tools: undefined, prompts: undefined },
    merged: { tools: [], prompts: [] },
    refreshing: { tools: undefined, prompts: undefined },
    checking: undefined,
    health: {
      failures: 0,
      wasReady: false,
      comesBack: false,
      lastDown: undefined,
      readyAt: 0,
      cancelRetry: () => {},
    },
  };
}

/** A peer that has failed and is just being tried again, as it stood when it had failed. */
export function asOfLastAttempt(peer: Peer): Peer {
  const { lastDown } = peer.health;
  return peer.state.state === "connecting" && lastDown !== undefined
    ? { ...peer, state: lastDown }
    : peer;
}

/** The peer did something wrong. */
export function countFault({ seen }: Peer, code: string): void {
  seen.faults += 1;
  seen.byCode.set(code, (seen.byCode.get(code) ?? 0) + 1);
}
