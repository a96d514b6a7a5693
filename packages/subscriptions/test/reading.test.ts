import { expect, test } from "vitest";
import type { SubscriptionEvent, SubscriptionFilter } from "../src/index.js";
import {
  acknowledgement,
  graceful,
  listenIds,
  MUCH,
  notificationOf,
  scene,
  TOOLS,
  turns,
  types,
} from "./scene.js";

/** An acknowledged subscription whose events wait until they are read. */
async function unread(filter: SubscriptionFilter, maxQueued?: number) {
  const one = scene(maxQueued === undefined ? {} : { maxQueued });
  const server = await one.connect();
  const subscription = one.subscriptions.listen(filter);
  await turns();
  const id = listenIds(server)[0] ?? 0;
  server.peer.send(acknowledgement(id, filter));
  await turns();
  const reader = subscription[Symbol.asyncIterator]();
  /** What waits, read as a loop would read it. */
  async function rest(): Promise<SubscriptionEvent[]> {
    const read: SubscriptionEvent[] = [];
    for (;;) {
      const next = await Promise.race([reader.next(), turns().then(() => undefined)]);
      if (next === undefined || next.done === true) return read;
      read.push(next.value);
    }
  }
  return { ...one, ...server, subscription, id, reader, rest };
}

const updated = (id: unknown, uri: string) => notificationOf("resources/updated", id, { uri });

test("changes that wait to be read are told once, at the place of the first", async () => {
  const { peer, id, rest } = await unread(MUCH);
  const tools = notificationOf("tools/list_changed", id);
  const prompts = notificationOf("prompts/list_changed", id);
  peer.send(tools, updated(id, "file:///a"), prompts, tools, updated(id, "file:///b"));
  peer.send(updated(id, "file:///a"), prompts);
  await turns();
  expect((await rest()).slice(1)).toEqual([
    { type: "tools_changed" },
    { type: "resource_updated", uri: "file:///a" },
    { type: "prompts_changed" },
    { type: "resource_updated", uri: "file:///b" },
  ]);
});

test("a change after the same one was read is told again", async () => {
  const { peer, id, reader } = await unread(TOOLS);
  await reader.next();
  const changed = notificationOf("tools/list_changed", id);
  for (let nth = 0; nth < 2; nth += 1) {
    peer.send(changed);
    expect(await reader.next()).toEqual({ done: false, value: { type: "tools_changed" } });
  }
});

test("S2: changes that wait from before and after an interruption are one event with it", async () => {
  const one = await unread(TOOLS);
  const { peer, id, clock, rest } = one;
  peer.send(notificationOf("tools/list_changed", id), graceful(id));
  await turns();
  clock.advance(1000);
  await turns();
  const again = listenIds(one)[1];
  peer.send(acknowledgement(again, TOOLS), notificationOf("tools/list_changed", again));
  await turns();
  expect(types(await rest())).toBe("acknowledged ended acknowledged may_have_changed");
});

test("after a new connection, whose owner may pass the event over, changes are told beside it", async () => {
  const one = await unread(TOOLS);
  one.peer.end();
  await turns();
  const second = await one.connect();
  await turns();
  const [id] = listenIds(second);
  second.peer.send(acknowledgement(id, TOOLS), notificationOf("tools/list_changed", id));
  await turns();
  expect(types(await one.rest())).toBe(
    "acknowledged lost acknowledged may_have_changed tools_changed",
  );
});

test("S2: an interruption and a new connection that wait together are one event, which is not to be passed over", async () => {
  const one = await unread(MUCH);
  one.peer.send(graceful(one.id));
  await turns();
  one.clock.advance(1000);
  await turns();
  one.peer.send(acknowledgement(listenIds(one)[1], TOOLS));
  await turns();
  one.peer.end();
  await turns();
  const second = await one.connect();
  await turns();
  second.peer.send(acknowledgement(listenIds(second)[0], TOOLS));
  await turns();
  const events = await one.rest();
  expect(types(events)).toBe("acknowledged ended acknowledged lost acknowledged may_have_changed");
  expect(events.at(-1)).toEqual({ type: "may_have_changed", after: "interruption", filter: MUCH });
});

test("a reader that is too slow loses the oldest updates, is told how many, and loses nothing else", async () => {
  const { peer, id, rest } = await unread(MUCH, 4);
  peer.send(notificationOf("tools/list_changed", id));
  for (let nth = 1; nth <= 7; nth += 1) peer.send(updated(id, `file:///a/${nth}`));
  await turns();
  expect(await rest()).toEqual([
    { type: "overflow", dropped: 5 },
    { type: "acknowledged", agreed: MUCH, unsupported: {} },
    { type: "tools_changed" },
    { type: "resource_updated", uri: "file:///a/6" },
    { type: "resource_updated", uri: "file:///a/7" },
  ]);
});

test("where no update waits, the oldest event gives way", async () => {
  const { peer, id, rest } = await unread(TOOLS, 1);
  peer.send(graceful(id));
  await turns();
  expect(await rest()).toMatchObject([{ type: "overflow", dropped: 1 }, { type: "ended" }]);
});

test("by default 1,024 events wait", async () => {
  const { peer, id, rest } = await unread(MUCH);
  const updates = Array.from({ length: 1024 }, (_, nth) => updated(id, `file:///a/${nth}`));
  peer.send(...updates);
  await turns();
  const read = await rest();
  expect(read[0]).toEqual({ type: "overflow", dropped: 1 });
  expect(read).toHaveLength(1025);
});

test("a URI longer than 8,192 characters is a fault and does not wait", async () => {
  const { peer, id, rest, problems } = await unread(MUCH);
  peer.send(updated(id, "a".repeat(8192)), updated(id, "b".repeat(8193)));
  await turns();
  expect(types(await rest())).toBe("acknowledged resource_updated");
  expect(problems).toMatchObject([{ code: "invalid_event", listenId: id }]);
});

test("leaving the loop closes the subscription", async () => {
  const { connect, subscriptions } = scene();
  const server = await connect();
  const subscription = subscriptions.listen(TOOLS);
  await turns();
  server.peer.send(acknowledgement(listenIds(server)[0], TOOLS));
  for await (const event of subscription) {
    expect(event.type).toBe("acknowledged");
    break;
  }
  await turns();
  expect(subscription.state).toBe("closed");
  expect(server.received.at(-1)?.method).toBe("notifications/cancelled");
});

test("closing ends the loop, also one that waits, and drops what waits to be read", async () => {
  const { subscription, reader } = await unread(TOOLS);
  subscription.close();
  expect(await reader.next()).toEqual({ done: true, value: undefined });
  const other = scene().subscriptions.listen(TOOLS);
  const waiting = other[Symbol.asyncIterator]().next();
  other.close();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test("there is one reader", async () => {
  const { subscription } = await unread(TOOLS);
  expect(() => subscription[Symbol.asyncIterator]()).toThrow(
    expect.objectContaining({ code: "already_read" }),
  );
  const { subscription: called } = scene().listen(TOOLS);
  expect(() => called[Symbol.asyncIterator]()).toThrow(
    expect.objectContaining({ code: "already_read" }),
  );
});
