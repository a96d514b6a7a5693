import { SubscriptionFilterSchema } from "@modelcontextprotocol/core";
import type { RequestId } from "@x/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ChangeEvent,
  type ListenEvent,
  readNotification,
  type SubscriptionFilter,
  step,
  subscription,
} from "../src/index.js";
import {
  AGREED,
  ATTACHED,
  anyFilter,
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
import { acknowledgement, EVERYTHING, notificationOf, TOOLS } from "./scene.js";

const anyId = fc.constantFrom<unknown>("current", "current as text", 1, 2, undefined, null);
const anySaid = fc.oneof(
  anyFilter.map((notifications) => ["subscriptions/acknowledged", { notifications }] as const),
  fc
    .constantFrom("tools/list_changed", "prompts/list_changed", "resources/list_changed", "message")
    .map((method) => [method, {}] as const),
  fc.constantFrom("file:///a", "x").map((uri) => ["resources/updated", { uri }] as const),
);
const anyEvent = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("attach", "attach_part", "detach", "elapsed") },
  { weight: 1, arbitrary: fc.constantFrom("lost", "gone", "refused", "graceful") },
  { weight: 6, arbitrary: fc.tuple(anySaid, anyId, fc.boolean()) },
);

/** Whether a filter asks for a change, told apart from how the package does it. */
function asks(filter: SubscriptionFilter, change: ChangeEvent): boolean {
  switch (change.type) {
    case "tools_changed":
      return filter.toolsListChanged === true;
    case "prompts_changed":
      return filter.promptsListChanged === true;
    case "resources_changed":
      return filter.resourcesListChanged === true;
    case "resource_updated":
      return (filter.resourceSubscriptions ?? []).length > 0;
  }
}

test("whatever happens: at most one listen is open, each id is new, and a change is told only where it carries the id of an acknowledged listen that asked for it", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), anyFilter, (happenings, wanted) => {
      let state = subscription(wanted);
      let lastId = 0;
      const used = new Set<RequestId>();
      let open:
        | { id: RequestId; asked: SubscriptionFilter; acked?: SubscriptionFilter }
        | undefined;
      for (const one of happenings) {
        lastId += 1;
        const before = open;
        let said: ReturnType<typeof notificationOf> | undefined;
        let event: ListenEvent;
        if (one === "attach" || one === "attach_part") {
          const capabilities = one === "attach" ? EVERYTHING : { tools: { listChanged: true } };
          event = { ...MOMENT, type: "attached", era: "modern", capabilities, id: lastId };
        } else if (one === "detach") event = detached;
        else if (one === "elapsed") event = { ...elapsed, id: lastId } as ListenEvent;
        else if (typeof one === "string") {
          const id = Number(open?.id ?? 0);
          const message = "It ended.";
          if (one === "lost") event = over(LOST, id);
          else if (one === "gone") event = over(gone, id);
          else if (one === "refused") event = over(REFUSED, id);
          else event = over({ type: "ended", how: "graceful", message }, id);
          open = undefined;
        } else {
          const [[method, params], named, isForIt] = one;
          const texts = new Map<unknown, unknown>([
            ["current", open?.id],
            ["current as text", `${open?.id}`],
          ]);
          said = notificationOf(method, texts.has(named) ? texts.get(named) : named, params);
          event = { ...MOMENT, ...heard(said, isForIt ? (open?.id ?? 0) : 1) };
        }
        const { next, effects } = step(state, event);
        state = next;
        for (const effect of effects) {
          if (effect.type === "listen") {
            expect(open).toBeUndefined();
            expect(used.has(effect.id)).toBe(false);
            used.add(effect.id);
            open = { id: effect.id, asked: effect.filter };
          }
          if (effect.type === "cancel") {
            expect(effect.id).toBe(open?.id);
            open = undefined;
          }
          if (effect.type !== "emit") continue;
          const { event: told } = effect;
          if (told.type === "acknowledged" && open !== undefined) {
            expect(said?.method).toBe("notifications/subscriptions/acknowledged");
            open.acked = told.agreed;
          }
          if ("uri" in told || /^(tools|prompts|resources)_changed$/.test(told.type)) {
            const change = told as ChangeEvent;
            const meta = said?.params?.["_meta"] as { readonly [key: string]: unknown };
            expect(meta["io.modelcontextprotocol/subscriptionId"]).toBe(before?.id);
            expect(before?.acked).toBeDefined();
            expect(asks(before?.asked ?? {}, change)).toBe(true);
            expect(asks(before?.acked ?? {}, change)).toBe(true);
            expect(asks(wanted, change)).toBe(true);
          }
        }
      }
      const end = step(state, closed).next;
      for (const event of [ATTACHED, AGREED, CHANGED, elapsed, detached, over(LOST), closed]) {
        expect(step(end, event)).toEqual({ next: end, effects: [] });
      }
    }),
    { numRuns: 300 },
  );
});

test("a filter is read where the official schema takes it, and null stands for absent", () => {
  const value = fc.oneof(
    fc.boolean(),
    fc.constant(undefined),
    fc.string(),
    fc.array(fc.oneof(fc.string(), fc.integer())),
    fc.array(fc.string()),
  );
  const filter = fc.record({
    toolsListChanged: value,
    promptsListChanged: value,
    resourcesListChanged: value,
    resourceSubscriptions: value,
  });
  fc.assert(
    fc.property(fc.oneof(filter, anyFilter, value), (notifications) => {
      const { type } = readNotification(acknowledgement(1, notifications), 1);
      const isTaken = SubscriptionFilterSchema.safeParse(notifications).success;
      expect(type).toBe(isTaken ? "acknowledged" : "broken");
    }),
  );
  const absent = { toolsListChanged: true, promptsListChanged: null, resourceSubscriptions: null };
  expect(readNotification(acknowledgement(1, absent), 1)).toEqual({
    type: "acknowledged",
    filter: TOOLS,
  });
});
