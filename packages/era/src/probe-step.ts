import type { ExchangeOutcome } from "@x/connection";
import { contextOf, initialize, probe, retryOf } from "./asking.js";
import { outcomeText, stderrOf } from "./evidence-text.js";
import type { Ending } from "./explain.js";
import { end, noting, settledRecord, stay } from "./finish.js";
import {
  classifyProbe,
  type ModernVerdict,
  modernVerdict,
  type ProbeVerdict,
} from "./probe-verdict.js";
import { settledModern } from "./settled.js";
import type { Ask, Facts, NegotiationEvent, StateNamed, Step } from "./state.js";

/** A probe, or a retry of it, is over. */
export function stepProbing(state: StateNamed<"probing">, event: NegotiationEvent): Step {
  if (event.type !== "probe_ended") return stay(state);
  const { ask, retried } = state;
  const { policy } = state.facts;
  const { verdict, outcome, facts, seen } = heard(state, event);
  switch (verdict.verdict) {
    case "not_evidence":
      return end(facts, { reason: verdict.reason, seen }, event);
    case "ambiguous":
      if (facts.era === "modern") return end(facts, { reason: "modern_unconfirmed", seen }, event);
      if (policy.allowLegacy === false) {
        return end(facts, { reason: notAllowed(outcome), seen }, event);
      }
      return fallBack(facts, outcome.type === "closed" ? "closed" : "open");
    case "modern":
    case "no_mutual_revision":
    case "unsupported_version":
    case "missing_capability":
    case "header_mismatch": {
      const recognised: Facts = { ...facts, era: "modern" };
      const retry = retryOf(verdict, ask);
      return retry === undefined || retried.includes(retry.kind)
        ? conclude(recognised, ask, verdict, event)
        : probe(recognised, retry.ask, [...retried, retry.kind]);
    }
  }
}

/** The one `server/discover` after an overruled `initialize` is over; its answer is final. */
export function stepRediscovering(
  state: StateNamed<"rediscovering">,
  event: NegotiationEvent,
): Step {
  if (event.type !== "probe_ended") return stay(state);
  const { ask } = state;
  const { verdict, facts, seen } = heard(state, event);
  switch (verdict.verdict) {
    case "not_evidence":
      return end(facts, { reason: verdict.reason, seen }, event);
    case "ambiguous":
      return end(facts, { reason: "modern_unconfirmed", seen }, event);
    case "modern":
    case "no_mutual_revision":
    case "unsupported_version":
    case "missing_capability":
    case "header_mismatch":
      return conclude(facts, ask, verdict, event);
  }
}

/** The answer to a probe, what it says, and the facts with it. `seen` is the answer for people. */
function heard(
  state: StateNamed<"probing" | "rediscovering">,
  event: ProbeEnded,
): Judged & { readonly facts: Facts; readonly seen: string } {
  const judged = judge(state, event);
  const seen = outcomeText(judged.outcome);
  const sent = `server/discover ${state.ask.revision}`;
  const facts = noting(state.facts, {
    step: "probe",
    sent,
    received: seen,
    ...stderrOf(judged.outcome),
    atMs: event.atMs,
  });
  return { ...judged, facts, seen };
}

type ProbeEnded = Extract<NegotiationEvent, { readonly type: "probe_ended" }>;

interface Judged {
  readonly verdict: ProbeVerdict;
  readonly outcome: ExchangeOutcome;
}

/**
 * What the answer to a probe says. Where a peer answered more than once before this side could act, an
 * ambiguous answer does not hide a modern one: how frames are cut into chunks decides nothing.
 */
function judge(
  { facts, ask }: StateNamed<"probing" | "rediscovering">,
  { outcome: first, more = [] }: ProbeEnded,
): Judged {
  const context = contextOf(facts.policy, ask.capabilities);
  const verdict = classifyProbe(first, context);
  if (verdict.verdict !== "ambiguous") return { verdict, outcome: first };
  for (const response of more) {
    const modern = modernVerdict(response, context);
    const outcome: ExchangeOutcome = { type: "response", response, size: 0 };
    if (modern !== undefined) return { verdict: modern, outcome };
  }
  return { verdict, outcome: first };
}

/** The peer is modern, and this is all it will say. */
function conclude(facts: Facts, ask: Ask, verdict: ModernVerdict, event: NegotiationEvent): Step {
  if (verdict.verdict !== "modern") return end(facts, modernEnding(facts, ask, verdict), event);
  const settled = settledModern(facts.policy, ask.capabilities, verdict);
  const { era, revision } = settled;
  return {
    next: { state: "settled", settled, record: settledRecord(facts, settled, event) },
    effects: [{ type: "settle", era: { era, revision } }],
  };
}

function modernEnding(
  { policy }: Facts,
  { revision: asked }: Ask,
  verdict: Exclude<ModernVerdict, { readonly verdict: "modern" }>,
): Ending {
  const ours = policy.modernRevisions;
  switch (verdict.verdict) {
    case "no_mutual_revision":
      return { reason: "no_mutual_revision", supported: verdict.supported, ours };
    case "unsupported_version": {
      const { supported, retryWith } = verdict;
      if (supported === undefined) return { reason: "no_revision_list", asked };
      return retryWith === undefined
        ? { reason: "no_mutual_revision", supported, ours }
        : { reason: "revision_rejected", asked };
    }
    case "missing_capability":
      return { reason: "missing_capability", missing: verdict.missing };
    case "header_mismatch":
      return { reason: "header_mismatch" };
  }
}

function notAllowed(
  outcome: ExchangeOutcome,
): "legacy_not_allowed" | "probe_closed" | "probe_unanswered" {
  if (outcome.type === "closed") return "probe_closed";
  return outcome.type === "timed_out" ? "probe_unanswered" : "legacy_not_allowed";
}

/** The probe was ambiguous and the peer is allowed: the one `initialize`, here or on a new connection. */
function fallBack(facts: Facts, connection: "open" | "closed"): Step {
  if (connection === "open" && facts.policy.allowLegacy === true) {
    return initialize(facts, "probed");
  }
  return {
    next: { state: "reopening", facts, purpose: { type: "initialize" } },
    effects: [{ type: "close" }],
  };
}
