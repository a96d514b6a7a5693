import type { Clock, Connection } from "@x/connection";
import { MAX_URI_LENGTH } from "./change.js";
import { isEmpty, readFilter, type SubscriptionFilter, tidied, urisOf } from "./filter.js";
import { legacyPeer } from "./legacy-peer.js";
import type { ListenPeer, PeerTerms } from "./listen-peer.js";
import { modernPeer } from "./modern-peer.js";
import type { SubscriptionProblem } from "./problem.js";
import { type RetryPolicy, retryPolicy } from "./retry-policy.js";
import { RunningSubscription } from "./running-subscription.js";
import type { Subscription } from "./subscription.js";
import type { SubscriptionEvent } from "./subscription-event.js";
import { SubscriptionsError } from "./subscriptions-error.js";

/** What {@link Subscriptions} run on. Times in milliseconds. */
export interface SubscriptionsOptions extends Partial<RetryPolicy> {
  readonly clock: Clock;
  /** A number from 0 to below 1, a new one each time, for the jitter of waits. */
  readonly random: () => number;
  /** Gets what the peer does wrong about subscriptions, each once. Must not throw. */
  readonly onProblem?: (problem: SubscriptionProblem) => void;
  /**
   * Gets every event of every subscription before its reader can, such as to drop what was fetched
   * before. Must not throw.
   */
  readonly onEvent?: (event: SubscriptionEvent) => void;
  /** The most events that wait for the reader of one subscription. Default 1,024. */
  readonly maxQueued?: number;
}

/** Wishes of one subscription. */
export interface ListenOptions {
  /**
   * Reads the events instead of `for await`: gets one at a time, in order, the next when what it
   * returned has settled. What it throws closes the subscription and surfaces as an unhandled
   * rejection.
   */
  readonly onEvent?: (event: SubscriptionEvent) => void | Promise<void>;
}

/**
 * The subscriptions of one peer, through all its connections, modern or legacy.
 *
 * Its owner opens and closes connections and hands each over with {@link attach}. Any number of
 * subscriptions share one.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #policy: RetryPolicy;
  readonly #maxQueued: number;
  readonly #all = new Set<RunningSubscription>();
  #peer: ListenPeer | undefined;
  #isClosed = false;

  /** @throws SubscriptionsError `invalid_limit`. */
  constructor(options: SubscriptionsOptions) {
    const { maxQueued = 1024 } = options;
    if (!Number.isSafeInteger(maxQueued) || maxQueued < 1) {
      const message = `maxQueued is ${maxQueued}, but must be a positive integer.`;
      throw new SubscriptionsError(message, { code: "invalid_limit" });
    }
    this.#options = options;
    this.#policy = retryPolicy(options);
    this.#maxQueued = maxQueued;
  }

  /**
   * Listens on a connection whose era is settled, instead of any former one. It stays the owner's: it
   * is not closed here. Where it ends, all subscriptions wait for the next.
   *
   * @throws SubscriptionsError `closed`.
   */
  attach(connection: Connection, terms: PeerTerms): void {
    this.#checkOpen();
    const report = (problem: SubscriptionProblem): void => this.#options.onProblem?.(problem);
    const peer =
      terms.era === "modern"
        ? modernPeer(connection, terms, report)
        : legacyPeer(connection, terms, { answerMs: this.#policy.ackMs, report });
    this.#peer?.leave();
    this.#peer = peer;
    for (const one of [...this.#all]) one.attach(peer);
    void connection.closed.then(({ message }) => {
      if (this.#peer === peer) this.#letGo("closed", message);
    });
  }

  /**
   * Lets go of the connection, whether it is over or not; `message` is a sentence that says why. All
   * subscriptions wait for the next one. Without a connection: nothing.
   */
  detach(message: string): void {
    this.#letGo("detached", message);
  }

  /**
   * Opens a subscription; it begins at once where there is a connection.
   *
   * @throws SubscriptionsError `invalid_filter` where it is none, asks for nothing, or for a URI over 8,192
   * code units; `closed`.
   */
  listen(filter: SubscriptionFilter, options: ListenOptions = {}): Subscription {
    this.#checkOpen();
    checkFilter(filter);
    const { clock, random, onProblem, onEvent } = this.#options;
    const one = new RunningSubscription(tidied(filter), {
      clock,
      random,
      policy: this.#policy,
      maxQueued: this.#maxQueued,
      report: (problem) => onProblem?.(problem),
      onEvent: (event) => onEvent?.(event),
      onClosed: () => this.#all.delete(one),
    });
    this.#all.add(one);
    if (options.onEvent !== undefined) void one.readWith(options.onEvent);
    if (this.#peer !== undefined) one.attach(this.#peer);
    return one;
  }

  /** Closes all subscriptions; there will be no more. The connection stays open. */
  close(): void {
    this.#isClosed = true;
    for (const one of [...this.#all]) one.close();
    this.#peer?.leave();
    this.#peer = undefined;
  }

  #letGo(cause: "closed" | "detached", message: string): void {
    this.#peer?.leave();
    this.#peer = undefined;
    for (const one of [...this.#all]) one.detach(cause, message);
  }

  #checkOpen(): void {
    if (!this.#isClosed) return;
    throw new SubscriptionsError("These subscriptions are closed. Make new ones for the peer.", {
      code: "closed",
    });
  }
}

function checkFilter(filter: SubscriptionFilter): void {
  const problem = problemOf(filter);
  if (problem !== undefined) throw new SubscriptionsError(problem, { code: "invalid_filter" });
}

function problemOf(filter: SubscriptionFilter): string | undefined {
  // What cannot be sent would be tried again and again.
  if (readFilter(filter) === undefined) {
    return "The filter has a member of another type. Give true or false, and a list of URIs.";
  }
  if (isEmpty(filter)) return "The filter asks for nothing. Set one of its members.";
  return urisOf(filter).some((uri) => uri.length > MAX_URI_LENGTH)
    ? `A URI of the filter is longer than ${MAX_URI_LENGTH} characters. Shorten it.`
    : undefined;
}
