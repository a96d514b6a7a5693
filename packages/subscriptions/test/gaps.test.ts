import type { Message } from "@x/wire";
import { describe, expect, test } from "vitest";
import { type ListenEvent, type ListenState, step, subscription } from "../src/index.js";
import { MOMENT } from "./machine.js";
import { EVERYTHING, LEGACY, MUCH, type Received, scene, TOOLS, turns, types } from "./scene.js";

const yes = ({ id }: Received): Message => ({ jsonrpc: "2.0", id, result: {} });
const CHANGED: Message = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };

describe("where a legacy connection may have missed something", () => {
  test("every subscription is told once that all it wants may have changed, declared or not", async () => {
    const { connect, listen, problems } = scene();
    const { peer } = await connect(LEGACY, {
      capabilities: { resources: { subscribe: true } },
      answer: yes,
    });
    const tools = listen(TOOLS);
    const much = listen(MUCH);
    await turns();
    peer.gap();
    await turns();
    expect([tools, much].map(({ events }) => events.slice(1))).toEqual([
      [{ type: "may_have_changed", after: "interruption", filter: TOOLS }],
      [{ type: "may_have_changed", after: "interruption", filter: MUCH }],
    ]);
    peer.send(CHANGED);
    await turns();
    expect(types(tools.events)).toBe("acknowledged may_have_changed tools_changed");
    expect([tools.subscription.state, problems]).toEqual(["active", []]);
  });

  test("a subscription that is being acknowledged is told after that, once", async () => {
    const { connect, listen } = scene();
    const { peer, received } = await connect(LEGACY);
    const { events } = listen({ ...TOOLS, resourceSubscriptions: ["file:///a"] });
    await turns();
    peer.gap();
    peer.gap();
    await turns();
    expect(events).toEqual([]);
    peer.send(...received.map(yes));
    await turns();
    expect(types(events)).toBe("acknowledged may_have_changed");
    expect(events[1]).toMatchObject({
      after: "interruption",
      filter: { ...TOOLS, resourceSubscriptions: ["file:///a"] },
    });
  });

  test("on a connection that replaces another, it is not taken for what the owner has fetched already", async () => {
    const { connect, listen } = scene();
    const first = await connect(LEGACY, { answer: yes });
    const { events } = listen({ ...TOOLS, resourceSubscriptions: ["file:///a"] });
    await turns();
    first.peer.end();
    await turns();
    const second = await connect(LEGACY);
    await turns();
    second.peer.gap();
    second.peer.send(...second.received.map(yes));
    await turns();
    expect(types(events.slice(2))).toBe("acknowledged may_have_changed");
    expect(events.at(-1)).toMatchObject({ after: "interruption" });
  });

  test("what is closed, and what begins later, is told nothing of it", async () => {
    const { connect, listen, subscriptions } = scene();
    const { peer } = await connect(LEGACY, { answer: yes });
    const closed = listen(TOOLS);
    await turns();
    closed.subscription.close();
    peer.gap();
    await turns();
    const later = listen(TOOLS);
    await turns();
    expect([closed, later].map(({ events }) => types(events))).toEqual([
      "acknowledged",
      "acknowledged",
    ]);
    subscriptions.detach("It is needed for something else.");
    peer.gap();
    await turns();
    expect(types(later.events)).toBe("acknowledged lost");
  });

  test("a slow reader finds it once, for all the changes and gaps that wait beside it", async () => {
    const { connect, subscriptions } = scene();
    const { peer } = await connect(LEGACY, { answer: yes });
    const subscription = subscriptions.listen(TOOLS);
    await turns();
    peer.send(CHANGED);
    peer.gap();
    peer.send(CHANGED);
    peer.gap();
    await turns();
    const reader = subscription[Symbol.asyncIterator]();
    expect((await reader.next()).value).toMatchObject({ type: "acknowledged" });
    expect((await reader.next()).value).toMatchObject({ type: "may_have_changed" });
    let isThere = false;
    void reader.next().then(() => {
      isThere = true;
    });
    await turns();
    expect(isThere).toBe(false);
  });
});

test("a gap of a modern connection has no meaning: what it tells comes by its listens", async () => {
  const one = scene();
  const { peer, events } = await one.active(TOOLS);
  peer.gap();
  await turns();
  expect(types(events)).toBe("acknowledged");
});

describe("the machine, told that something may have been missed", () => {
  const attached = (era: "modern" | "legacy"): ListenEvent => ({
    ...MOMENT,
    type: "attached",
    era,
    capabilities: EVERYTHING,
    id: 1,
  });
  const MISSED: ListenEvent = { ...MOMENT, type: "heard", id: 1, heard: { type: "missed" } };
  const AGREED: ListenEvent = {
    ...MOMENT,
    type: "heard",
    id: 1,
    heard: { type: "acknowledged", filter: TOOLS },
  };

  function run(first: ListenState, ...events: readonly ListenEvent[]) {
    let state = first;
    const emitted: string[] = [];
    for (const event of events) {
      const { next, effects } = step(state, event);
      state = next;
      for (const effect of effects) if (effect.type === "emit") emitted.push(effect.event.type);
    }
    return emitted.join(" ");
  }

  test.each<[string, readonly ListenEvent[], string]>([
    ["by a legacy peer", [attached("legacy"), AGREED, MISSED], "acknowledged may_have_changed"],
    ["too early", [attached("legacy"), MISSED, AGREED], "acknowledged may_have_changed"],
    ["by a modern peer", [attached("modern"), AGREED, MISSED], "acknowledged"],
    ["too early, by a modern peer", [attached("modern"), MISSED, AGREED], "acknowledged"],
    [
      "for a listen that is none",
      [attached("legacy"), AGREED, { ...MISSED, id: 2 }],
      "acknowledged",
    ],
    ["without a connection", [MISSED], ""],
  ])("%s", (_, events, emitted) => {
    expect(run(subscription(TOOLS), ...events)).toBe(emitted);
  });

  test("says nothing where nothing is wanted", () => {
    expect(run(subscription({}), attached("legacy"), AGREED, MISSED)).toBe("acknowledged");
  });
});
