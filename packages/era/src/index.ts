export { type DiscoverResult, isDiscoverResult } from "./discover-result.js";
export { EraError, type EraErrorCode } from "./era-error.js";
export { type InitializeResult, isInitializeResult } from "./initialize-result.js";
export {
  type LegacyContext,
  type LegacyFailure,
  type LegacyVerdict,
  legacyEvidence,
} from "./legacy-evidence.js";
export { type NegotiateOptions, type Negotiation, negotiate } from "./negotiate.js";
export type { NotEvidence } from "./not-evidence.js";
export {
  type AllowLegacy,
  type NegotiationPolicy,
  type ResolvedPolicy,
  type Revisions,
  resolvePolicy,
} from "./policy.js";
export {
  classifyProbe,
  type ModernVerdict,
  type ProbeContext,
  type ProbeVerdict,
} from "./probe-verdict.js";
export { REASON_CODES, type ReasonCode } from "./reason.js";
export type { DecisionRecord, Evidence } from "./record.js";
export type { Settled } from "./settled.js";
export type {
  Ask,
  Facts,
  NegotiationEffect,
  NegotiationEvent,
  NegotiationState,
  Purpose,
  ReopenPurpose,
  RetryKind,
  Step,
  Wait,
} from "./state.js";
export { negotiation, step } from "./step.js";
