import type { OpenFailure } from "@x/connection";
import { type Ending, explain } from "./explain.js";
import type { DecisionRecord, Evidence } from "./record.js";
import type { Settled } from "./settled.js";
import type { Facts, NegotiationEvent, NegotiationState, Step } from "./state.js";

/** Nothing happens: the event has no meaning in this state. */
export function stay(state: NegotiationState): Step {
  return { next: state, effects: [] };
}

/** The facts with one more thing that came back. */
export function noting(facts: Facts, evidence: Evidence): Facts {
  return { ...facts, evidence: [...facts.evidence, evidence] };
}

/** Decides that the peer is unavailable, while its connection is open: it is closed first. */
export function end(facts: Facts, ending: Ending, { atMs }: NegotiationEvent): Step {
  return {
    next: { state: "ending", record: unavailableRecord(facts, ending, atMs) },
    effects: [{ type: "close" }],
  };
}

/** Decides that the peer is unavailable, while no connection is open. */
export function endUnopened(facts: Facts, failure: OpenFailure, { atMs }: NegotiationEvent): Step {
  const ending: Ending =
    failure.phase === "aborted"
      ? { reason: "aborted", seen: "while it was being opened" }
      : { reason: "open_failed", failure };
  return {
    next: { state: "unavailable", record: unavailableRecord(facts, ending, atMs), failure },
    effects: [],
  };
}

/** The record of a peer whose era is settled. */
export function settledRecord(
  facts: Facts,
  { era, revision }: Settled,
  { atMs }: NegotiationEvent,
): DecisionRecord {
  return {
    verdict: era,
    era,
    revision,
    reason: era === "modern" ? "discovered" : "initialized",
    message:
      era === "modern"
        ? `The server is modern: it answered server/discover, and both sides speak ${revision}.`
        : `The server is legacy: it did not identify itself as modern, and its answer to initialize is valid for ${revision}.`,
    evidence: facts.evidence,
    elapsedMs: atMs,
  };
}

function unavailableRecord(facts: Facts, ending: Ending, atMs: number): DecisionRecord {
  return {
    verdict: "unavailable",
    era: facts.era,
    revision: null,
    reason: ending.reason,
    message: explain(ending),
    evidence: facts.evidence,
    elapsedMs: atMs,
  };
}
