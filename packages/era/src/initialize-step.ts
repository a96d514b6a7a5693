import { contextOf, firstAsk, retryOf } from "./asking.js";
import { closeText, outcomeText, responseText, stderrOf } from "./evidence-text.js";
import { end, noting, settledRecord, stay } from "./finish.js";
import { legacyEvidence } from "./legacy-evidence.js";
import { clause } from "./line.js";
import { type ModernVerdict, modernVerdict } from "./probe-verdict.js";
import { settledLegacy } from "./settled.js";
import type { Facts, NegotiationEvent, ReopenPurpose, StateNamed, Step } from "./state.js";

/** The one `initialize` is over, or what it waits for is overruled. */
export function stepInitializing(state: StateNamed<"initializing">, event: NegotiationEvent): Step {
  if (event.type === "late") {
    const overruled = overruledBy(state.facts, event);
    if (overruled === undefined) return stay(state);
    return { next: { state: "reopening", ...overruled }, effects: [{ type: "close" }] };
  }
  if (event.type !== "initialize_ended") return stay(state);
  const { policy } = state.facts;
  const { outcome, id, atMs } = event;
  const seen = outcomeText(outcome);
  const sent = `initialize ${policy.legacyRevisions[0]}`;
  const facts = noting(state.facts, {
    step: "initialize",
    sent,
    received: seen,
    ...stderrOf(outcome),
    atMs,
  });
  const verdict = legacyEvidence(outcome, {
    ...contextOf(policy, policy.capabilities),
    id,
    legacyRevisions: policy.legacyRevisions,
  });
  switch (verdict.verdict) {
    case "legacy": {
      const settled = settledLegacy(policy, verdict.result);
      const { era, revision } = settled;
      const record = settledRecord(facts, settled, event);
      return {
        next: { state: "confirming", facts, settled, record },
        effects: [{ type: "settle", era: { era, revision } }, { type: "confirm" }],
      };
    }
    case "modern":
      return {
        next: { state: "reopening", ...overrule(facts, verdict.evidence) },
        effects: [{ type: "close" }],
      };
    case "incomplete":
      return end(facts, { reason: verdict.failure, seen, connection: state.connection }, event);
    case "not_evidence":
      return end(facts, { reason: verdict.reason, seen }, event);
  }
}

/** `notifications/initialized` was handed over, or could not be. */
export function stepConfirming(state: StateNamed<"confirming">, event: NegotiationEvent): Step {
  if (event.type !== "confirmed") return stay(state);
  const { facts, settled, record } = state;
  const { outcome } = event;
  if (outcome.type === "sent") {
    return { next: { state: "settled", settled, record }, effects: [] };
  }
  const seen = outcome.type === "closed" ? closeText(outcome.reason) : clause(outcome.message, 200);
  return end(facts, { reason: "confirmation_failed", seen }, event);
}

interface Overruled {
  readonly facts: Facts;
  readonly purpose: ReopenPurpose;
}

/**
 * Modern evidence that came late: the probe's own answer, after its deadline. `undefined` where the
 * late answer is as ambiguous as none: it changes nothing.
 */
export function overruledBy(
  facts: Facts,
  { response, atMs }: Extract<NegotiationEvent, { readonly type: "late" }>,
): Overruled | undefined {
  const { policy } = facts;
  const evidence = modernVerdict(response, contextOf(policy, policy.capabilities));
  if (evidence === undefined) return undefined;
  const received = `late: ${responseText(response)}`;
  return overrule(noting(facts, { step: "probe", received, atMs }), evidence);
}

/** From here on the peer is modern. It is asked once more, with what the evidence has told already. */
function overrule(facts: Facts, evidence: ModernVerdict): Overruled {
  const first = firstAsk(facts.policy);
  const ask =
    evidence.verdict === "modern"
      ? { ...first, revision: evidence.revision }
      : (retryOf(evidence, first)?.ask ?? first);
  return { facts: { ...facts, era: "modern" }, purpose: { type: "rediscover", ask } };
}
