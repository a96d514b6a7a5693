import type { Aborter, Cancel, Connection, Transport } from "@x/connection";
import type { DecisionRecord, ReasonCode, Settled } from "@x/era";
import type { ListProblem } from "@x/lists";
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
      /** Why the list of tools is not whole, where it is not. */
      readonly problem: ListProblem | undefined;
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

/** One server of a client: what it is reached by, how it is treated, and where it stands. */
export interface Peer {
  readonly name: string;
  readonly transport: Transport;
  readonly options: ServerOptions;
  /** Gives up whatever is under way for it; set off once, when it is removed or the client closes. */
  readonly stop: Aborter;
  state: PeerState;
  /** Over all its connections: what it did wrong, and what came after it was waited for. */
  readonly seen: { faults: number; late: number };
  /** The bring-up under way, which everybody who asks for one shares. */
  bringUp: Promise<void> | undefined;
  /** Settles when nothing is left of its last connection. */
  leaving: Promise<unknown>;
  /** The list that is being read anew, and the one that follows it where somebody wants that. */
  relisting: { readonly now: Promise<void>; again: Promise<void> | undefined } | undefined;
  /** How its attempts to be ready go. */
  readonly health: PeerHealth;
}

/** What a peer's recovery goes by. */
interface PeerHealth {
  /** Failures in a row. */
  failures: number;
  wasReady: boolean;
  /** How its last attempt failed, until one succeeds. */
  lastDown: Extract<PeerState, { state: "unavailable" }> | undefined;
  /** Its tools changed while it was brought up: what was listed may be old. */
  hasChanged: boolean;
  /** The clock's milliseconds of when it became ready last. */
  readyAt: number;
  /** Takes back the attempt that is planned, if one is. */
  cancelRetry: Cancel;
}

/** Nothing has happened to it yet. */
export function newHealth(): PeerHealth {
  return {
    failures: 0,
    wasReady: false,
    lastDown: undefined,
    hasChanged: false,
    readyAt: 0,
    cancelRetry: () => {},
  };
}

/** A peer that has failed and is just being tried again, as it stood when it had failed. */
export function asOfLastAttempt(peer: Peer): Peer {
  const { lastDown } = peer.health;
  return peer.state.state === "connecting" && lastDown !== undefined
    ? { ...peer, state: lastDown }
    : peer;
}
