export type { ChangeEvent } from "./change.js";
export type { SubscriptionFilter } from "./filter.js";
export { type ListenEnd, listenEnd } from "./listen-end.js";
export type { PeerTerms, Stamp } from "./listen-peer.js";
export type {
  Listen,
  ListenEffect,
  ListenEvent,
  ListenState,
  ListenStep,
  Memory,
} from "./listen-state.js";
export type { SubscriptionProblem, SubscriptionProblemCode } from "./problem.js";
export { type Heard, readNotification } from "./read-notification.js";
export type { RetryPolicy } from "./retry-policy.js";
export { step, subscription } from "./step.js";
export type { Subscription } from "./subscription.js";
export type {
  LifecycleEvent,
  LossCause,
  Refusal,
  SubscriptionEvent,
} from "./subscription-event.js";
export { type ListenOptions, Subscriptions, type SubscriptionsOptions } from "./subscriptions.js";
export { SubscriptionsError, type SubscriptionsErrorCode } from "./subscriptions-error.js";
