import { isEmpty, type SubscriptionFilter } from "./filter.js";
import type { ListenEnd } from "./listen-end.js";
import type { ListenEffect, ListenState, ListenStep, Memory, StateNamed } from "./listen-state.js";
import { retryDelayMs } from "./retry-policy.js";
import type { LossCause, Refusal } from "./subscription-event.js";

/**
 * What is remembered once nothing is told any more: that there is a gap, where something was told
 * before it.
 */
export function gapAfter(
  state: Exclude<ListenState, { readonly state: "closed" }>,
  gap: "interruption" | "new_connection",
): Memory {
  const { memory } = state;
  return state.state === "active" || memory.gap !== undefined ? { ...memory, gap } : memory;
}

/** It came to an end, and is begun anew after a wait that grows until it has had a good life. */
export function againLater(
  state: StateNamed<"listening" | "active">,
  end: Extract<ListenEnd, { readonly type: "ended" | "lost" }>,
  { atMs, jitter }: { readonly atMs: number; readonly jitter: number },
): ListenStep {
  const remembered = gapAfter(state, "interruption");
  const { policy } = remembered;
  const wasGood = state.state === "active" && atMs - state.sinceMs >= policy.goodLifeMs;
  const ends = wasGood ? 0 : remembered.ends;
  const afterMs = end.type === "lost" ? (end.afterMs ?? 0) : 0;
  const againInMs = Math.max(retryDelayMs(policy, ends, jitter), afterMs);
  const { era, asked } = state.listen;
  return {
    next: { state: "waiting", memory: { ...remembered, ends: ends + 1 }, era, asked },
    effects: [
      ...(end.problem === undefined ? [] : [{ type: "report", problem: end.problem } as const]),
      end.type === "lost" ? lost(end, againInMs) : ended(end, againInMs),
      { type: "set_timer", ms: againInMs },
    ],
  };
}

/** Nothing is asked for again on this connection, so what was told until now may be stale from now on. */
export function refuse(
  memory: Memory,
  { refusal, message }: { readonly refusal: Refusal; readonly message: string },
): ListenStep {
  const { gap, told } = memory;
  const refused: ListenEffect = { type: "emit", event: { type: "refused", refusal, message } };
  const stale = gap === undefined ? [] : mayHaveChanged(gap, told);
  return {
    next: { state: "refused", memory: { ...memory, told: {} } },
    effects: [refused, ...stale],
  };
}

/** The event that says what is to be fetched anew; none where that is nothing. */
export function mayHaveChanged(
  after: "interruption" | "new_connection",
  filter: SubscriptionFilter,
): readonly ListenEffect[] {
  return isEmpty(filter)
    ? []
    : [{ type: "emit", event: { type: "may_have_changed", after, filter } }];
}

/** The event that tells of a loss. */
export function lost(
  { cause, message }: { readonly cause: LossCause; readonly message: string },
  againInMs: number | undefined,
): ListenEffect {
  return { type: "emit", event: { type: "lost", cause, message, againInMs } };
}

function ended(
  { how, message }: Extract<ListenEnd, { readonly type: "ended" }>,
  againInMs: number,
): ListenEffect {
  return { type: "emit", event: { type: "ended", how, message, againInMs } };
}
