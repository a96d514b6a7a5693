import type { RequestId } from "@x/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ListenEvent,
  type ListenState,
  readNotification,
  step,
  subscription,
} from "../src/index.js";
import {
  AGREED,
  ATTACHED,
  CHANGED,
  closed,
  detached,
  elapsed,
  gone,
  heard,
  LOST,
  MOMENT,
  over,
  REFUSED,
} from "./machine.js";
import { acknowledgement, MUCH, notificationOf, TOOLS } from "./scene.js";

/** The state after events, and what the last one caused. */
function run(...events: readonly ListenEvent[]): { state: string; effects: string } {
  let state: ListenState = subscription(TOOLS);
  let effects = "";
  for (const event of events) {
    const { next, effects: caused } = step(state, event);
    state = next;
    effects = caused
      .map((one) => (one.type === "emit" ? `emit:${one.event.type}` : one.type))
      .join(" ");
  }
  return { state: state.state, effects };
}

test.each<[string, readonly ListenEvent[], string, string]>([
  ["attached", [ATTACHED], "listening", "listen set_timer"],
  ["detached before", [detached], "detached", ""],
  ["elapsed before", [elapsed], "detached", ""],
  ["acknowledged", [ATTACHED, AGREED], "active", "stop_timer emit:acknowledged"],
  ["acknowledged twice", [ATTACHED, AGREED, AGREED], "active", "report"],
  ["changed too early", [ATTACHED, CHANGED], "listening", "report"],
  ["changed", [ATTACHED, AGREED, CHANGED], "active", "emit:tools_changed"],
  ["not acknowledged", [ATTACHED, elapsed], "waiting", "cancel emit:lost set_timer"],
  ["elapsed while active", [ATTACHED, AGREED, elapsed], "active", ""],
  ["lost", [ATTACHED, AGREED, over(LOST)], "waiting", "stop_timer emit:lost set_timer"],
  ["lost by another id", [ATTACHED, AGREED, over(LOST, 7)], "active", ""],
  ["waited", [ATTACHED, over(LOST), elapsed], "listening", "listen set_timer"],
  ["detached while it waits", [ATTACHED, over(LOST), detached], "detached", "stop_timer"],
  ["over with its connection", [ATTACHED, over(gone)], "detached", "stop_timer emit:lost"],
  ["detached", [ATTACHED, AGREED, detached], "detached", "cancel stop_timer emit:lost"],
  ["refused", [ATTACHED, over(REFUSED)], "refused", "stop_timer emit:refused"],
  ["elapsed when refused", [ATTACHED, over(REFUSED), elapsed], "refused", ""],
  ["detached when refused", [ATTACHED, over(REFUSED), detached], "detached", ""],
  ["closed before", [closed], "closed", "finish"],
  ["closed", [ATTACHED, AGREED, closed], "closed", "cancel stop_timer finish"],
  ["closed while it waits", [ATTACHED, over(LOST), closed], "closed", "stop_timer finish"],
  ["attached when closed", [closed, ATTACHED], "closed", ""],
])("%s", (_, events, state, effects) => {
  expect(run(...events)).toEqual({ state, effects });
});

test("a subscription that is refused after it was told of changes says that they may have been missed", () => {
  expect(run(ATTACHED, AGREED, over(REFUSED)).effects).toBe(
    "stop_timer emit:refused emit:may_have_changed",
  );
});

test("what is agreed on anew, and what was agreed on before, may both have changed meanwhile", () => {
  let state = subscription(MUCH);
  const first = acknowledgement(1, TOOLS);
  const second = acknowledgement(2, { promptsListChanged: true });
  const all: ListenEvent[] = [];
  for (const event of [
    ATTACHED,
    { ...MOMENT, ...heard(first, 1) },
    over(LOST),
    elapsed,
    { ...MOMENT, ...heard(second, 2) },
  ]) {
    all.push(event);
    const { next, effects } = step(state, event);
    state = next;
    if (all.length < 5) continue;
    expect(effects.at(-1)).toEqual({
      type: "emit",
      event: {
        type: "may_have_changed",
        after: "interruption",
        filter: { toolsListChanged: true, promptsListChanged: true },
      },
    });
  }
});

test("the jitter takes at most half of a wait, which never exceeds the longest", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.double({ min: 0, max: 1, noNaN: true }), (ends, jitter) => {
      let state = step(subscription(TOOLS), ATTACHED).next;
      let waited = 0;
      for (let nth = 0; nth <= ends; nth += 1) {
        const lost = step(state, { ...MOMENT, type: "over", id: 2 * nth + 1, end: LOST, jitter });
        const timer = lost.effects.find(({ type }) => type === "set_timer");
        waited = timer?.type === "set_timer" ? timer.ms : -1;
        state = step(lost.next, { ...MOMENT, type: "elapsed", id: 2 * nth + 3 }).next;
      }
      const full = Math.min(1000 * 2 ** ends, 60_000);
      expect(waited).toBeGreaterThanOrEqual(full / 2);
      expect(waited).toBeLessThanOrEqual(full);
    }),
    { numRuns: 50 },
  );
});

test.each<[string, unknown, unknown, string]>([
  ["the id of the request", 1, 1, "changed"],
  ["the id of the request, a text", "a", "a", "changed"],
  ["the same number as a text", 1, "1", "foreign_subscription_id"],
  ["the same text as a number", "1", 1, "foreign_subscription_id"],
  ["another id", 1, 2, "foreign_subscription_id"],
  ["null", 1, null, "foreign_subscription_id"],
  ["no id", 1, undefined, "missing_subscription_id"],
])("S1: a notification with %s is read as what it is", (_, id, named, expected) => {
  const read = readNotification(notificationOf("tools/list_changed", named), id as RequestId);
  expect(read.type === "broken" ? read.problem.code : read.type).toBe(expected);
});
