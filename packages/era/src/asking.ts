import type { ClientCapabilities } from "@x/wire";
import type { ResolvedPolicy } from "./policy.js";
import type { ModernVerdict, ProbeContext } from "./probe-verdict.js";
import type { Ask, Facts, NegotiationEffect, RetryKind, Step, Wait } from "./state.js";

/** The first question to a peer: the preferred revision, and what is declared from the start. */
export function firstAsk(policy: ResolvedPolicy): Ask {
  return { revision: policy.modernRevisions[0], capabilities: policy.capabilities };
}

/** Sends a probe, or a retry of it: `retried` is what it was retried for, this one included. */
export function probe(facts: Facts, ask: Ask, retried: readonly RetryKind[]): Step {
  return {
    next: { state: "probing", facts, ask, retried },
    effects: [discover(ask, probeWait(facts.policy))],
  };
}

/** Sends the one `server/discover` after an overruled `initialize`; nothing is retried after it. */
export function rediscover(facts: Facts, ask: Ask): Step {
  return {
    next: { state: "rediscovering", facts, ask },
    effects: [discover(ask, patientWait(facts.policy))],
  };
}

/** Sends the one `initialize` of a negotiation. */
export function initialize(facts: Facts, connection: "probed" | "fresh"): Step {
  const { policy } = facts;
  return {
    next: { state: "initializing", facts, connection },
    effects: [
      {
        type: "initialize",
        revision: policy.legacyRevisions[0],
        wait: { totalMs: policy.legacyProbeTimeoutMs, startMs: policy.startTimeoutMs },
      },
    ],
  };
}

/** What an answer to `ask` is judged against. */
export function contextOf(policy: ResolvedPolicy, declared: ClientCapabilities): ProbeContext {
  return { revisions: policy.modernRevisions, declared, declarable: policy.declarable };
}

/** What to ask with instead, and why. */
export interface Retry {
  readonly kind: RetryKind;
  readonly ask: Ask;
}

/** What a recognised modern error leaves to try. Never anything but another `server/discover`. */
export function retryOf(verdict: ModernVerdict, ask: Ask): Retry | undefined {
  switch (verdict.verdict) {
    case "unsupported_version":
      return verdict.retryWith === undefined
        ? undefined
        : { kind: "revision", ask: { ...ask, revision: verdict.retryWith } };
    case "missing_capability":
      return verdict.retryWith === undefined
        ? undefined
        : { kind: "capabilities", ask: { ...ask, capabilities: verdict.retryWith } };
    case "header_mismatch":
      // The same question: a transport builds the headers of every request anew.
      return { kind: "headers", ask };
    case "modern":
    case "no_mutual_revision":
      return undefined;
  }
}

function discover({ revision, capabilities }: Ask, wait: Wait): NegotiationEffect {
  return { type: "discover", revision, capabilities, wait };
}

/** A peer that may be legacy is not waited for while it starts: silence is what legacy servers answer. */
function probeWait(policy: ResolvedPolicy): Wait {
  return policy.allowLegacy === false ? patientWait(policy) : { totalMs: policy.probeTimeoutMs };
}

function patientWait({ probeTimeoutMs, startTimeoutMs }: ResolvedPolicy): Wait {
  return { totalMs: probeTimeoutMs, startMs: startTimeoutMs };
}
