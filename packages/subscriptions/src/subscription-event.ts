import type { ExchangeOutcome } from "@x/connection";
import type { ErrorObject } from "@x/wire";
import type { ChangeEvent } from "./change.js";
import type { SubscriptionFilter } from "./filter.js";

/**
 * Why nothing is told any more, though nobody meant it to end.
 *
 * - `unacknowledged`: the server did not acknowledge in time.
 * - `detached`: the owner let go of the connection, or replaced it.
 * - `not_sent`: the request could not be built or sent by this side.
 * - `invalid_result`: the server ended it with something that is no complete result.
 * - the rest: how the exchange ended, as `@x/connection` has it.
 */
export type LossCause =
  | "unacknowledged"
  | "detached"
  | "not_sent"
  | "invalid_result"
  | Exclude<ExchangeOutcome["type"], "response" | "cancelled_by_server">;

/** Why a server is not asked again on this connection. `undeclared`: it offers nothing that is wanted. */
export type Refusal =
  | { readonly type: "error"; readonly error: ErrorObject }
  | { readonly type: "http_status"; readonly status: number }
  | { readonly type: "undeclared" };

/**
 * How a subscription stands. Each `message` is a sentence that can be shown as it is.
 *
 * - `acknowledged`: from now on `agreed` is told; for `unsupported` there is nothing but the age of what
 *   was fetched. Comes again after each new beginning.
 * - `may_have_changed`: for a while nothing was told, or could be heard; what `filter` names is to be
 *   fetched anew, once. After `new_connection` an owner may have done so already.
 * - `ended`: the server ended it, by its result (`graceful`) or by cancelling it.
 * - `lost`: it broke off.
 * - `refused`: nothing is told, and nothing is asked for again before there is a new connection.
 * - `overflow`: the reader was too slow, and so many events are missing: anything may have changed.
 *
 * `againInMs` is when it begins anew by itself, in milliseconds; `undefined`: with a new connection.
 */
export type LifecycleEvent =
  | {
      readonly type: "acknowledged";
      readonly agreed: SubscriptionFilter;
      readonly unsupported: SubscriptionFilter;
    }
  | {
      readonly type: "may_have_changed";
      readonly after: "interruption" | "new_connection";
      readonly filter: SubscriptionFilter;
    }
  | {
      readonly type: "ended";
      readonly how: "graceful" | "cancelled";
      readonly message: string;
      readonly againInMs: number;
    }
  | {
      readonly type: "lost";
      readonly cause: LossCause;
      readonly message: string;
      readonly againInMs: number | undefined;
    }
  | { readonly type: "refused"; readonly refusal: Refusal; readonly message: string }
  | { readonly type: "overflow"; readonly dropped: number };

/** What a subscription tells its reader. */
export type SubscriptionEvent = ChangeEvent | LifecycleEvent;
