import { firstAsk, initialize, probe, rediscover } from "./asking.js";
import { endUnopened, noting, stay } from "./finish.js";
import { overruledBy, stepConfirming, stepInitializing } from "./initialize-step.js";
import { line } from "./line.js";
import { type NegotiationPolicy, resolvePolicy } from "./policy.js";
import { stepProbing, stepRediscovering } from "./probe-step.js";
import type { NegotiationEvent, NegotiationState, StateNamed, Step } from "./state.js";

/**
 * The beginning of a negotiation with one peer.
 *
 * @throws EraError where the policy cannot be followed.
 */
export function negotiation(policy: NegotiationPolicy): Step {
  const resolved = resolvePolicy(policy);
  return {
    next: {
      state: "opening",
      facts: { policy: resolved, evidence: [], era: "unknown" },
      purpose: { type: "probe", ask: firstAsk(resolved) },
    },
    effects: [{ type: "open" }],
  };
}

/**
 * What an event makes of a state, and what is to be done about it. Pure and total: an event that has
 * no meaning in a state leaves it as it is.
 *
 * In any run there are at most three `open`, one `initialize`, and four `discover` on the first
 * connection; every answer brings the end nearer.
 */
export function step(state: NegotiationState, event: NegotiationEvent): Step {
  switch (state.state) {
    case "opening":
      return stepOpening(state, event);
    case "reopening":
      return stepReopening(state, event);
    case "probing":
      return stepProbing(state, event);
    case "initializing":
      return stepInitializing(state, event);
    case "rediscovering":
      return stepRediscovering(state, event);
    case "confirming":
      return stepConfirming(state, event);
    case "ending":
      return stepEnding(state, event);
    case "settled":
    case "unavailable":
      return stay(state);
  }
}

function stepOpening(state: StateNamed<"opening">, event: NegotiationEvent): Step {
  const { facts, purpose } = state;
  if (event.type === "open_failed") {
    const { code, message } = event.failure;
    const received = `${event.failure.phase} failed, ${line(code, 40)}: ${line(message, 160)}`;
    const noted = noting(facts, { step: "open", received, atMs: event.atMs });
    return endUnopened(noted, event.failure, event);
  }
  if (event.type === "late" && purpose.type === "initialize") {
    const overruled = overruledBy(facts, event);
    return overruled === undefined
      ? stay(state)
      : { next: { state: "opening", ...overruled }, effects: [] };
  }
  if (event.type !== "opened") return stay(state);
  switch (purpose.type) {
    case "probe":
      return probe(facts, purpose.ask, []);
    case "initialize":
      return initialize(facts, "fresh");
    case "rediscover":
      return rediscover(facts, purpose.ask);
  }
}

function stepReopening(state: StateNamed<"reopening">, event: NegotiationEvent): Step {
  const { facts, purpose } = state;
  if (event.type === "late" && purpose.type === "initialize") {
    const overruled = overruledBy(facts, event);
    return overruled === undefined
      ? stay(state)
      : { next: { state: "reopening", ...overruled }, effects: [] };
  }
  // Only now: the old process group is gone, there are never two.
  if (event.type !== "closed") return stay(state);
  return { next: { state: "opening", facts, purpose }, effects: [{ type: "open" }] };
}

function stepEnding(state: StateNamed<"ending">, event: NegotiationEvent): Step {
  if (event.type !== "closed") return stay(state);
  return { next: { state: "unavailable", record: state.record }, effects: [] };
}
