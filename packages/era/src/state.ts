import type { Era, ExchangeOutcome, NotifyOutcome, OpenFailure } from "@x/connection";
import type { ClientCapabilities, RequestId, Response } from "@x/wire";
import type { ResolvedPolicy } from "./policy.js";
import type { DecisionRecord, Evidence } from "./record.js";
import type { Settled } from "./settled.js";

/** What is known while nothing is decided. */
export interface Facts {
  readonly policy: ResolvedPolicy;
  readonly evidence: readonly Evidence[];
  /** `modern` from the first recognised modern evidence on. From then on there is no `initialize`. */
  readonly era: "modern" | "unknown";
}

/** What a `server/discover` says: the revision it asks with, and what it declares. */
export interface Ask {
  readonly revision: string;
  readonly capabilities: ClientCapabilities;
}

/** What is asked anew after a recognised modern error. Each kind at most once. */
export type RetryKind = "revision" | "capabilities" | "headers";

/** What a connection is opened for after the first one. */
export type ReopenPurpose =
  | { readonly type: "initialize" }
  | { readonly type: "rediscover"; readonly ask: Ask };

/** What a connection is opened for. */
export type Purpose = { readonly type: "probe"; readonly ask: Ask } | ReopenPurpose;

/**
 * Where a negotiation stands.
 *
 * - `opening`: a connection is being opened; none is open.
 * - `reopening`: the old connection is being closed before a new one is opened.
 * - `probing`: a `server/discover` is under way.
 * - `initializing`: the one `initialize` is under way; `connection` tells whether its peer has seen a
 *   probe before.
 * - `rediscovering`: the one `server/discover` after an overruled `initialize` is under way.
 * - `confirming`: the era is settled as legacy, `notifications/initialized` is being handed over.
 * - `ending`: the decision is made, the connection is being closed.
 * - `settled`, `unavailable`: the end. They absorb every event.
 */
export type NegotiationState =
  | { readonly state: "opening"; readonly facts: Facts; readonly purpose: Purpose }
  | { readonly state: "reopening"; readonly facts: Facts; readonly purpose: ReopenPurpose }
  | {
      readonly state: "probing";
      readonly facts: Facts;
      readonly ask: Ask;
      readonly retried: readonly RetryKind[];
    }
  | {
      readonly state: "initializing";
      readonly facts: Facts;
      readonly connection: "probed" | "fresh";
    }
  | { readonly state: "rediscovering"; readonly facts: Facts; readonly ask: Ask }
  | {
      readonly state: "confirming";
      readonly facts: Facts;
      readonly settled: Settled;
      readonly record: DecisionRecord;
    }
  | { readonly state: "ending"; readonly record: DecisionRecord }
  | { readonly state: "settled"; readonly settled: Settled; readonly record: DecisionRecord }
  | {
      readonly state: "unavailable";
      readonly record: DecisionRecord;
      readonly failure?: OpenFailure;
    };

/** The state of one name. */
export type StateNamed<Name extends NegotiationState["state"]> = Extract<
  NegotiationState,
  { readonly state: Name }
>;

/**
 * What happened. `atMs` is milliseconds since negotiation began.
 *
 * - `opened`, `open_failed`: answers the effect `open`.
 * - `probe_ended`: the exchange of the effect `discover` is over.
 * - `initialize_ended`: the exchange of the effect `initialize`, sent with `id`, is over.
 * - `late`: a response to an exchange that had been abandoned.
 * - `confirmed`: how the effect `confirm` ended.
 * - `closed`: the effect `close` is done, nothing of the connection is left.
 */
export type NegotiationEvent = { readonly atMs: number } & (
  | { readonly type: "opened" }
  | { readonly type: "open_failed"; readonly failure: OpenFailure }
  | {
      readonly type: "probe_ended";
      readonly outcome: ExchangeOutcome;
      /** Further answers to the same request, which came before anything was done about the first. */
      readonly more?: readonly Response[];
    }
  | {
      readonly type: "initialize_ended";
      readonly id: RequestId;
      readonly outcome: ExchangeOutcome;
    }
  | { readonly type: "late"; readonly response: Response }
  | { readonly type: "confirmed"; readonly outcome: NotifyOutcome }
  | { readonly type: "closed" }
);

/** How long an answer is waited for, as an exchange of the connection takes it. Milliseconds. */
export interface Wait {
  readonly totalMs: number;
  readonly startMs?: number;
}

/**
 * What is to be done, in order. Every effect but `settle` is answered by one event.
 *
 * - `open`: open a connection. Never while one is open.
 * - `discover`, `initialize`: send it with a new id; abandon it silently after `wait`.
 * - `settle`: fix the era on the connection.
 * - `confirm`: send `notifications/initialized`.
 * - `close`: close the connection and wait until nothing of it is left.
 */
export type NegotiationEffect =
  | { readonly type: "open" }
  | {
      readonly type: "discover";
      readonly revision: string;
      readonly capabilities: ClientCapabilities;
      readonly wait: Wait;
    }
  | { readonly type: "initialize"; readonly revision: string; readonly wait: Wait }
  | { readonly type: "settle"; readonly era: Era }
  | { readonly type: "confirm" }
  | { readonly type: "close" };

/** One turn of the machine. */
export interface Step {
  readonly next: NegotiationState;
  readonly effects: readonly NegotiationEffect[];
}
