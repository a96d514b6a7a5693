export { isEmptyDiff, type RegistryDiff } from "./diff.js";
export type { Entry, NamedEntry, PromptEntry } from "./entry.js";
export {
  type HeaderPlan,
  type HeaderPlanning,
  type HeaderProblemCode,
  headerPlan,
  type PlannedHeader,
} from "./header-plan.js";
export type { CollisionPolicy } from "./names.js";
export { nearest } from "./nearest.js";
export type { RegistryPeer } from "./peer.js";
export { type CallHeaders, planHeaders } from "./plan-headers.js";
export type { Prompt, PromptArgument } from "./prompt.js";
export { type ProviderNames, providerNames } from "./provider-names.js";
export { type ProviderProfile, providerProfiles } from "./provider-profile.js";
export type { Quarantined, QuarantineReason } from "./quarantine.js";
export {
  type Collision,
  collisions,
  createPromptRegistry,
  createRegistry,
  entries,
  type PeerEntries,
  quarantined,
  type Registry,
  type RegistryOptions,
  resolve,
} from "./registry.js";
export {
  RegistryError,
  type RegistryErrorCode,
  type RegistryErrorOptions,
} from "./registry-error.js";
export type { PeerList } from "./sift.js";
export type { OutputCheck, Tool } from "./tool.js";
export {
  type RegistryEvent,
  type RegistryUpdate,
  update,
} from "./update.js";
