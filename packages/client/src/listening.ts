import type { Clock, Connection } from "@x/connection";
import type { Settled } from "@x/era";
import {
  type ListenOptions,
  type Subscription,
  type SubscriptionEvent,
  type SubscriptionFilter,
  type SubscriptionProblem,
  Subscriptions,
} from "@x/subscriptions";
import { stamp } from "@x/wire";

/** What {@link Listening} needs of its peer's client. */
export interface ListeningOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly onProblem: (problem: SubscriptionProblem) => void;
  /** Hears every event of every subscription before anybody else. */
  readonly onEvent: (event: SubscriptionEvent) => void;
  /** Hears what the server tells of its lists; nobody listens to that without it. */
  readonly onLists: ((event: SubscriptionEvent) => void) | undefined;
}

/** For how long a list waits for the server to say that it will tell of changes to it. */
const PATIENCE_MS = 1000;

/**
 * What one server tells of its changes, over all its connections: a subscription to its lists that is the
 * client's own, and those of the host.
 */
export class Listening {
  readonly #clock: Clock;
  readonly #subscriptions: Subscriptions;
  readonly #onLists: ListeningOptions["onLists"];
  /**
   * Whether the server has acknowledged on the connection at hand. `overdue`: nobody waits for that any
   * more, and what is listed meanwhile may miss a change.
   */
  #word: "awaited" | "overdue" | "given" = "given";
  /** Ends the wait for it. */
  #proceed: () => void = () => {};
  #isClosed = false;
  #connection: Connection | undefined;

  constructor({ onLists, ...options }: ListeningOptions) {
    this.#clock = options.clock;
    this.#onLists = onLists;
    this.#subscriptions = new Subscriptions(options);
    if (onLists === undefined) return;
    this.#subscriptions.listen(LISTS, { onEvent: (event) => this.#hear(event, onLists) });
  }

  /**
   * Listens on this connection. Settles when its server has said whether it tells of its lists, and what
   * is listed from then on misses no change; or when it has not said so for a second.
   */
  async attach(connection: Connection, { era, capabilities, stamp: how }: Settled): Promise<void> {
    if (this.#isClosed) return;
    this.#connection = connection;
    const isAwaited = this.#onLists !== undefined;
    this.#word = isAwaited ? "awaited" : "given";
    const proceeding = new Promise<void>((resolve) => {
      this.#proceed = resolve;
    });
    const proceed = this.#proceed;
    const cancelTimer = this.#clock.after(PATIENCE_MS, proceed);
    void connection.closed.then(proceed);
    this.#subscriptions.attach(connection, {
      era,
      capabilities,
      stamp: (request) => stamp(request, how),
    });
    if (isAwaited) await proceeding;
    cancelTimer();
    if (this.#proceed === proceed && this.#word === "awaited") this.#word = "overdue";
  }

  /**
   * This connection is to be heard no longer; `message` is a sentence that says why. Nothing where another
   * one is heard by now: that is of the server that took this one's place.
   */
  detach(connection: Connection | undefined, message: string): void {
    if (connection === undefined || connection !== this.#connection) return;
    this.#subscriptions.detach(message);
    this.#proceed();
  }

  /** @throws SubscriptionsError as `Subscriptions.listen` does. */
  listen(filter: SubscriptionFilter, options?: ListenOptions): Subscription {
    return this.#subscriptions.listen(filter, options);
  }

  /** Ends all subscriptions for good. */
  close(): void {
    this.#isClosed = true;
    this.#subscriptions.close();
    this.#proceed();
  }

  #hear(event: SubscriptionEvent, onLists: (event: SubscriptionEvent) => void): void {
    if (event.type === "acknowledged") {
      if (this.#word === "overdue") {
        const { agreed: filter } = event;
        onLists({ type: "may_have_changed", after: "interruption", filter });
      }
      this.#word = "given";
    }
    // A loss without a date is that of a connection, maybe of the one before.
    if (event.type !== "lost" || event.againInMs !== undefined) this.#proceed();
    onLists(event);
  }
}

const LISTS: SubscriptionFilter = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
};
