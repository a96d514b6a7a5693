import type { EraName, RequestId, ServerCapabilities } from "@x/wire";
import type { SubscriptionFilter } from "./filter.js";
import type { ListenEnd } from "./listen-end.js";
import type { SubscriptionProblem } from "./problem.js";
import type { Heard } from "./read-notification.js";
import type { RetryPolicy } from "./retry-policy.js";
import type { SubscriptionEvent } from "./subscription-event.js";

/** What a subscription knows in whatever state it is. */
export interface Memory {
  readonly wanted: SubscriptionFilter;
  readonly policy: RetryPolicy;
  /** How often in a row it came to an end without a good life. */
  readonly ends: number;
  /** What was agreed on the last time. */
  readonly told: SubscriptionFilter;
  /** For a while nothing was told, and the reader does not know yet what that means. */
  readonly gap: "interruption" | "new_connection" | undefined;
}

/** One `subscriptions/listen`, or what stands for it on a legacy connection. */
export interface Listen {
  readonly era: EraName;
  /** Unique on its connection; on a modern one the id of the request. */
  readonly id: RequestId;
  /** The part of what is wanted that the server declared. */
  readonly asked: SubscriptionFilter;
}

/**
 * Where a subscription stands.
 *
 * - `detached`: there is no connection.
 * - `listening`: the server was asked, and has not acknowledged; `hasMissed`: something may have been missed
 *   since.
 * - `active`: it has; `sinceMs` is when.
 * - `waiting`: it came to an end, and begins anew when the wait is over.
 * - `refused`: nothing happens before there is another connection.
 * - `closed`: the end. It absorbs every event.
 */
export type ListenState =
  | { readonly state: "detached"; readonly memory: Memory }
  | {
      readonly state: "listening";
      readonly memory: Memory;
      readonly listen: Listen;
      readonly hasMissed: boolean;
    }
  | {
      readonly state: "active";
      readonly memory: Memory;
      readonly listen: Listen;
      readonly agreed: SubscriptionFilter;
      readonly sinceMs: number;
    }
  | {
      readonly state: "waiting";
      readonly memory: Memory;
      readonly era: EraName;
      readonly asked: SubscriptionFilter;
    }
  | { readonly state: "refused"; readonly memory: Memory }
  | { readonly state: "closed" };

/** The state of one name. */
export type StateNamed<Name extends ListenState["state"]> = Extract<
  ListenState,
  { readonly state: Name }
>;

/**
 * What happened. `atMs` is the clock's milliseconds, `jitter` a random number from 0 to below 1.
 *
 * - `attached`: there is a connection to listen on, instead of any former one. `id` is fresh.
 * - `detached`: there is none any more.
 * - `heard`: something came for the listen `id`.
 * - `over`: the listen `id` came to its end.
 * - `elapsed`: the time set last is over. `id` is fresh.
 * - `closed`: nobody wants the subscription any more.
 */
export type ListenEvent = { readonly atMs: number; readonly jitter: number } & (
  | {
      readonly type: "attached";
      readonly era: EraName;
      readonly capabilities: ServerCapabilities;
      readonly id: RequestId;
    }
  | {
      readonly type: "detached";
      /** `closed`: it is over. `detached`: its owner wants it for something else. */
      readonly cause: "closed" | "detached";
      readonly message: string;
    }
  | { readonly type: "heard"; readonly id: RequestId; readonly heard: Heard }
  | { readonly type: "over"; readonly id: RequestId; readonly end: ListenEnd }
  | { readonly type: "elapsed"; readonly id: RequestId }
  | { readonly type: "closed" }
);

/** The event of one name. */
export type EventNamed<Name extends ListenEvent["type"]> = Extract<
  ListenEvent,
  { readonly type: Name }
>;

/**
 * What is to be done, in order.
 *
 * - `listen`: ask the server. Never while another listen is open; `over` tells its end.
 * - `cancel`: give the open listen up, and tell the server.
 * - `set_timer`: `elapsed` after so many milliseconds; only the one set last counts.
 * - `stop_timer`: no `elapsed`.
 * - `emit`: for the reader. `report`: a fault of the peer.
 * - `finish`: the reader gets nothing more.
 */
export type ListenEffect =
  | { readonly type: "listen"; readonly id: RequestId; readonly filter: SubscriptionFilter }
  | { readonly type: "cancel"; readonly id: RequestId }
  | { readonly type: "set_timer"; readonly ms: number }
  | { readonly type: "stop_timer" }
  | { readonly type: "emit"; readonly event: SubscriptionEvent }
  | { readonly type: "report"; readonly problem: SubscriptionProblem }
  | { readonly type: "finish" };

/** One turn of the machine. */
export interface ListenStep {
  readonly next: ListenState;
  readonly effects: readonly ListenEffect[];
}
