import type { SubscriptionFilter } from "./filter.js";
import type { ListenState } from "./listen-state.js";
import type { SubscriptionEvent } from "./subscription-event.js";

/**
 * One subscription. It lives until it is closed, through losses and from one connection to the next.
 *
 * Read it with `for await`; leaving the loop closes it. There is one reader.
 */
export interface Subscription extends AsyncIterable<SubscriptionEvent, undefined> {
  /** As it was asked for. */
  readonly filter: SubscriptionFilter;
  /** Where it stands now; events that wait to be read may be older. */
  readonly state: ListenState["state"];
  /**
   * Ends it and tells the server. Its reader gets nothing more, also not what was waiting. Again:
   * nothing.
   */
  close(): void;
  /** @throws SubscriptionsError `already_read` where there is a reader already, also a callback. */
  [Symbol.asyncIterator](): AsyncIterator<SubscriptionEvent, undefined>;
}
