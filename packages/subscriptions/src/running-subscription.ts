import type { Cancel, Clock } from "@x/connection";
import { EventQueue } from "./event-queue.js";
import type { SubscriptionFilter } from "./filter.js";
import type { ListenPeer, Report } from "./listen-peer.js";
import type { ListenEffect, ListenEvent, ListenState } from "./listen-state.js";
import type { RetryPolicy } from "./retry-policy.js";
import { step, subscription } from "./step.js";
import type { Subscription } from "./subscription.js";
import type { SubscriptionEvent } from "./subscription-event.js";
import { SubscriptionsError } from "./subscriptions-error.js";

/** What a {@link RunningSubscription} runs on. */
export interface RunningOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly policy: RetryPolicy;
  readonly maxQueued: number;
  readonly report: Report;
  /** Hears each event before the reader can. */
  readonly onEvent: (event: SubscriptionEvent) => void;
  /** It was closed, and needs no connection any more. */
  readonly onClosed: () => void;
}

type WithoutMoment<Event> = Event extends unknown ? Omit<Event, "atMs" | "jitter"> : never;

/** The machine of one subscription, its effects on the connection at hand, and its reader. */
export class RunningSubscription implements Subscription {
  readonly filter: SubscriptionFilter;
  readonly #options: RunningOptions;
  readonly #queue: EventQueue;
  readonly #inbox: WithoutMoment<ListenEvent>[] = [];
  #state: ListenState;
  #peer: ListenPeer | undefined;
  #open: { cancel: () => void } | undefined;
  #cancelTimer: Cancel = () => {};
  #isRead = false;
  #isStepping = false;

  constructor(filter: SubscriptionFilter, options: RunningOptions) {
    this.filter = filter;
    this.#options = options;
    this.#queue = new EventQueue(options.maxQueued);
    this.#state = subscription(filter, options.policy);
  }

  get state(): ListenState["state"] {
    return this.#state.state;
  }

  attach(peer: ListenPeer): void {
    this.#peer = peer;
    const { era, capabilities } = peer;
    this.#happened({ type: "attached", era, capabilities, id: peer.nextId() });
  }

  detach(cause: "closed" | "detached", message: string): void {
    this.#happened({ type: "detached", cause, message });
  }

  close(): void {
    this.#happened({ type: "closed" });
  }

  /** Hands every event to a reader, one after the other. */
  async readWith(onEvent: (event: SubscriptionEvent) => void | Promise<void>): Promise<void> {
    for await (const event of this) await onEvent(event);
  }

  [Symbol.asyncIterator](): AsyncIterator<SubscriptionEvent, undefined> {
    if (this.#isRead) {
      const message = "This subscription has a reader. Open another for a second one.";
      throw new SubscriptionsError(message, { code: "already_read" });
    }
    this.#isRead = true;
    return {
      next: async () => {
        const value = await this.#queue.take();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      return: async () => {
        this.close();
        return { done: true, value: undefined };
      },
    };
  }

  /** Events that effects cause wait until all effects of the one before are done. */
  #happened(event: WithoutMoment<ListenEvent>): void {
    this.#inbox.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let one = this.#inbox.shift(); one !== undefined; one = this.#inbox.shift()) {
        const { clock, random } = this.#options;
        const { next, effects } = step(this.#state, {
          ...one,
          atMs: clock.now(),
          jitter: random(),
        });
        this.#state = next;
        for (const effect of effects) this.#perform(effect);
      }
    } finally {
      this.#isStepping = false;
    }
  }

  #perform(effect: ListenEffect): void {
    switch (effect.type) {
      case "listen":
        this.#listen(effect);
        return;
      case "cancel":
        this.#open?.cancel();
        this.#open = undefined;
        return;
      case "set_timer":
        this.#cancelTimer();
        this.#cancelTimer = this.#options.clock.after(effect.ms, () => {
          const id = this.#peer?.nextId();
          if (id !== undefined) this.#happened({ type: "elapsed", id });
        });
        return;
      case "stop_timer":
        this.#cancelTimer();
        return;
      case "emit":
        this.#options.onEvent(effect.event);
        this.#queue.push(effect.event);
        return;
      case "report":
        this.#options.report(effect.problem);
        return;
      case "finish":
        this.#queue.end();
        this.#options.onClosed();
        return;
    }
  }

  #listen({ id, filter }: Extract<ListenEffect, { readonly type: "listen" }>): void {
    if (this.#peer === undefined) return;
    const one = { cancel: () => {} };
    this.#open = one;
    one.cancel = this.#peer.listen(id, filter, (told) => {
      // Ids are unique on one connection only: what an earlier one still tells is not heard.
      if (this.#open === one) this.#happened({ ...told, id });
    });
  }
}
