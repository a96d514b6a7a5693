import { declared, isEmpty, type SubscriptionFilter, tidied } from "./filter.js";
import type {
  EventNamed,
  Listen,
  ListenEffect,
  ListenEvent,
  ListenState,
  ListenStep,
  Memory,
  StateNamed,
} from "./listen-state.js";
import { type RetryPolicy, retryPolicy } from "./retry-policy.js";
import { hear } from "./step-heard.js";
import { againLater, gapAfter, lost, refuse } from "./step-over.js";

/**
 * The beginning of a subscription, without a connection.
 *
 * @throws SubscriptionsError `invalid_limit`.
 */
export function subscription(
  filter: SubscriptionFilter,
  policy: Partial<RetryPolicy> = {},
): ListenState {
  const wanted = tidied(filter);
  const memory = { wanted, policy: retryPolicy(policy), ends: 0, told: {}, gap: undefined };
  return { state: "detached", memory };
}

/**
 * What an event makes of a state, and what is to be done about it. Pure and total: an event that has
 * no meaning in a state leaves it as it is.
 *
 * In any run at most one listen is open; on a modern connection nothing is emitted of what the server
 * says before it has acknowledged; every listen has a new id.
 */
export function step(state: ListenState, event: ListenEvent): ListenStep {
  if (state.state === "closed") return stay(state);
  switch (event.type) {
    case "attached":
      return attach(state, event);
    case "detached":
      return detach(state, event);
    case "heard":
      return isOf(state, event.id) ? hear(state, event) : stay(state);
    case "over":
      return isOf(state, event.id) ? over(state, event) : stay(state);
    case "elapsed":
      return elapsed(state, event);
    case "closed":
      return close(state);
  }
}

function attach(state: Living, event: EventNamed<"attached">): ListenStep {
  const left = detach(state, REPLACED);
  const memory = { ...left.next.memory, ends: 0 };
  const { era, id, capabilities } = event;
  const asked = declared(memory.wanted, capabilities);
  // A legacy server is not asked for its lists: it tells of them, or not.
  if (era === "modern" && isEmpty(asked)) {
    const message = "The server declares nothing of what is wanted.";
    const { next, effects } = refuse(memory, { refusal: { type: "undeclared" }, message });
    return { next, effects: [...left.effects, ...effects] };
  }
  const { next, effects } = listen(memory, { era, id, asked });
  return { next, effects: [...left.effects, ...effects] };
}

function listen(memory: Memory, one: Listen): ListenStep {
  const asking: ListenEffect = { type: "listen", id: one.id, filter: one.asked };
  const { ackMs: ms } = memory.policy;
  // On a legacy connection each request has its own deadline, and the acknowledgement always comes.
  const deadline: readonly ListenEffect[] = one.era === "modern" ? [{ type: "set_timer", ms }] : [];
  const next = { state: "listening", memory, listen: one, hasMissed: false } as const;
  return { next, effects: [asking, ...deadline] };
}

function detach(
  state: Living,
  why: Pick<EventNamed<"detached">, "cause" | "message">,
): { readonly next: StateNamed<"detached">; readonly effects: readonly ListenEffect[] } {
  const next = { state: "detached", memory: gapAfter(state, "new_connection") } as const;
  switch (state.state) {
    case "listening":
    case "active":
      return {
        next,
        effects: [
          { type: "cancel", id: state.listen.id },
          { type: "stop_timer" },
          lost(why, undefined),
        ],
      };
    case "waiting":
      return { next, effects: [{ type: "stop_timer" }] };
    case "refused":
    case "detached":
      return { next, effects: [] };
  }
}

function over(state: Listening, { end, atMs, jitter }: EventNamed<"over">): ListenStep {
  const stop: ListenEffect = { type: "stop_timer" };
  switch (end.type) {
    case "closed": {
      const next = { state: "detached", memory: gapAfter(state, "new_connection") } as const;
      const event = lost({ cause: "closed", message: end.message }, undefined);
      return { next, effects: [stop, event] };
    }
    case "refused": {
      const { next, effects } = refuse(gapAfter(state, "interruption"), end);
      return { next, effects: [stop, ...effects] };
    }
    case "lost":
    case "ended": {
      const { next, effects } = againLater(state, end, { atMs, jitter });
      return { next, effects: [stop, ...effects] };
    }
  }
}

function elapsed(state: Living, event: EventNamed<"elapsed">): ListenStep {
  if (state.state === "waiting") {
    const { memory, era, asked } = state;
    return listen(memory, { era, id: event.id, asked });
  }
  if (state.state !== "listening") return stay(state);
  const { ackMs } = state.memory.policy;
  const message = `The server did not acknowledge within ${ackMs} ms.`;
  const end = { type: "lost", cause: "unacknowledged", message } as const;
  const { next, effects } = againLater(state, end, event);
  return { next, effects: [{ type: "cancel", id: state.listen.id }, ...effects] };
}

function close(state: Living): ListenStep {
  const { effects } = detach(state, REPLACED);
  const quiet = effects.filter(({ type }) => type !== "emit");
  return { next: { state: "closed" }, effects: [...quiet, { type: "finish" }] };
}

const REPLACED = {
  cause: "detached",
  message: "The owner replaced the connection.",
} as const satisfies Pick<EventNamed<"detached">, "cause" | "message">;

type Living = Exclude<ListenState, { readonly state: "closed" }>;
type Listening = StateNamed<"listening" | "active">;

function isOf(state: Living, id: Listen["id"]): state is Listening {
  return (state.state === "listening" || state.state === "active") && state.listen.id === id;
}

function stay(state: ListenState): ListenStep {
  return { next: state, effects: [] };
}
