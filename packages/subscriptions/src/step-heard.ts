import { covers } from "./change.js";
import { common, isEmpty, joined, type SubscriptionFilter, without } from "./filter.js";
import type { EventNamed, ListenEffect, ListenStep, StateNamed } from "./listen-state.js";
import { problem, type SubscriptionProblemCode } from "./problem.js";
import { ACKNOWLEDGED } from "./read-notification.js";
import { mayHaveChanged } from "./step-over.js";

type Listening = StateNamed<"listening" | "active">;

/** Something came for the listen that is open. */
export function hear(state: Listening, { heard, atMs }: EventNamed<"heard">): ListenStep {
  switch (heard.type) {
    case "broken":
      return { next: state, effects: [{ type: "report", problem: heard.problem }] };
    case "acknowledged":
      if (state.state === "listening") return acknowledge(state, heard.filter, atMs);
      return broken(state, "repeated_acknowledgement", ACKNOWLEDGED);
    case "missed":
      return miss(state);
    case "changed": {
      const { change, method } = heard;
      const emit = { next: state, effects: [{ type: "emit", event: change } as const] };
      // A legacy server acknowledges nothing, and many tell what they do not declare.
      if (state.listen.era === "legacy") {
        return covers(state.memory.wanted, change) ? emit : { next: state, effects: [] };
      }
      if (state.state === "listening") return broken(state, "early_event", method);
      return covers(state.agreed, change) ? emit : broken(state, "unrequested_event", method);
    }
  }
}

/**
 * From now on the server tells what it agreed to, as far as it was asked for.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment}
 */
function acknowledge(
  state: StateNamed<"listening">,
  filter: SubscriptionFilter,
  atMs: number,
): ListenStep {
  const { memory, listen } = state;
  const agreed = common(listen.asked, filter);
  const unsupported = without(memory.wanted, agreed);
  const effects: ListenEffect[] = [{ type: "stop_timer" }];
  if (!isEmpty(without(filter, listen.asked))) {
    const wider = problem("wider_acknowledgement", ACKNOWLEDGED, listen.id);
    effects.push({ type: "report", problem: wider });
  }
  effects.push({ type: "emit", event: { type: "acknowledged", agreed, unsupported } });
  if (state.hasMissed) {
    effects.push(...mayHaveChanged("interruption", memory.wanted));
  } else if (memory.gap !== undefined) {
    effects.push(...mayHaveChanged(memory.gap, joined(memory.told, agreed)));
  }
  const known = { ...memory, told: agreed, gap: undefined };
  return { next: { state: "active", memory: known, listen, agreed, sinceMs: atMs }, effects };
}

/**
 * A legacy server that could not be heard may have told of anything that is wanted, also what it does not
 * declare. What a modern one tells comes by its listen or not at all.
 */
function miss(state: Listening): ListenStep {
  if (state.listen.era === "modern") return { next: state, effects: [] };
  if (state.state === "listening") return { next: { ...state, hasMissed: true }, effects: [] };
  return { next: state, effects: mayHaveChanged("interruption", state.memory.wanted) };
}

function broken(state: Listening, code: SubscriptionProblemCode, method: string): ListenStep {
  return {
    next: state,
    effects: [{ type: "report", problem: problem(code, method, state.listen.id) }],
  };
}
