import { expect, test } from "vitest";
import {
  acknowledgement,
  graceful,
  listenIds,
  notificationOf,
  scene,
  TOOLS,
  turns,
  types,
} from "./scene.js";

test("S2: after a loss there is a new listen with a new id, after a wait with jitter, and one event says what to fetch anew", async () => {
  const one = scene({ random: () => 0.5 });
  const { clock, subscriptions } = one;
  const first = await one.active(TOOLS);
  const { events, subscription } = first;
  first.peer.send("not json");
  first.peer.send(`{"jsonrpc":"2.0","id":${first.id}}`);
  await turns();
  // Half of the jitter's half is taken from 1,000 ms.
  expect(events.at(-1)).toMatchObject({ type: "lost", cause: "malformed", againInMs: 750 });
  clock.advance(749);
  await turns();
  expect(listenIds(first)).toEqual([first.id]);
  clock.advance(1);
  await turns();
  const [, again] = listenIds(first);
  expect(again).toBeDefined();
  expect(again).not.toBe(first.id);
  first.peer.send(notificationOf("tools/list_changed", first.id), acknowledgement(again, TOOLS));
  await turns();
  expect(types(events)).toBe("acknowledged lost acknowledged may_have_changed");
  expect(events.at(-1)).toEqual({
    type: "may_have_changed",
    after: "interruption",
    filter: TOOLS,
  });
  // What was still on its way for the former listen is late, not a fault.
  expect(one.problems).toEqual([]);
  expect(subscription.state).toBe("active");
  subscriptions.close();
});

test("S2: a restarted server is asked anew on its new connection, though the id may be the same", async () => {
  const one = scene();
  const { events, peer, id } = await one.active(TOOLS);
  peer.end();
  await turns();
  expect(events.at(-1)).toMatchObject({ type: "lost", cause: "closed", againInMs: undefined });
  expect(one.clock.waiting).toBe(0);
  const second = await one.connect();
  await turns();
  expect(listenIds(second)).toEqual([id]);
  second.peer.send(acknowledgement(id, TOOLS), notificationOf("tools/list_changed", id));
  await turns();
  expect(types(events)).toBe("acknowledged lost acknowledged may_have_changed tools_changed");
  expect(events[3]).toEqual({ type: "may_have_changed", after: "new_connection", filter: TOOLS });
});

test("S3: a server that ends gracefully every 5 s is asked again after growing waits, and each end is reported as graceful", async () => {
  const one = scene();
  const { clock } = one;
  const first = await one.active(TOOLS);
  const waits: unknown[] = [];
  for (let nth = 0; nth < 9; nth += 1) {
    const id = listenIds(first)[nth] ?? 0;
    if (nth > 0) first.peer.send(acknowledgement(id, TOOLS));
    await turns();
    clock.advance(5_000);
    first.peer.send(graceful(id));
    await turns();
    const event = first.events.at(-1);
    expect(event).toMatchObject({ type: "ended", how: "graceful" });
    if (event?.type !== "ended") throw new Error(`not ended: ${event?.type}`);
    waits.push(event.againInMs);
    clock.advance(event.againInMs);
    await turns();
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(new Set(listenIds(first)).size).toBe(10);
  expect(one.problems).toEqual([]);
});

test("S3: after a good life the waits begin anew", async () => {
  const one = scene();
  const first = await one.active(TOOLS);
  const againIn: number[] = [];
  for (const lifeMs of [0, 29_999, 30_000]) {
    const id = listenIds(first).at(-1) ?? 0;
    if (againIn.length > 0) first.peer.send(acknowledgement(id, TOOLS));
    await turns();
    one.clock.advance(lifeMs);
    first.peer.send(graceful(id));
    await turns();
    const event = first.events.at(-1);
    if (event?.type !== "ended") throw new Error(`not ended: ${event?.type}`);
    againIn.push(event.againInMs);
    one.clock.advance(event.againInMs);
    await turns();
  }
  expect(againIn).toEqual([1000, 2000, 1000]);
});

test("S4: a listen that the server cancels has ended, and is taken up again", async () => {
  const one = scene();
  const first = await one.active(TOOLS);
  const params = { requestId: first.id, reason: "maintenance" };
  first.peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  await turns();
  expect(first.events.at(-1)).toEqual({
    type: "ended",
    how: "cancelled",
    message: "The server cancelled it: maintenance.",
    againInMs: 1000,
  });
  one.clock.advance(1000);
  await turns();
  expect(listenIds(first)).toHaveLength(2);
});

test("S4: a listen that is refused with an error is not repeated on its connection, but on the next", async () => {
  const one = scene();
  const error = { code: -32601, message: "No such method" };
  const first = await one.connect(undefined, {
    answer: ({ id }) => ({ jsonrpc: "2.0", id, error }),
  });
  const { events, subscription } = one.listen(TOOLS);
  await turns();
  expect(events).toMatchObject([{ type: "refused", refusal: { type: "error", error } }]);
  expect(subscription.state).toBe("refused");
  expect(one.clock.waiting).toBe(0);
  expect(listenIds(first)).toHaveLength(1);
  const second = await one.connect();
  await turns();
  expect(listenIds(second)).toHaveLength(1);
});

test("S2: a connection that is lost while a wait runs is a new connection, and its waits begin anew", async () => {
  const one = scene();
  const first = await one.active(TOOLS);
  first.peer.send(graceful(first.id));
  await turns();
  first.peer.end();
  await turns();
  expect(one.clock.waiting).toBe(0);
  const second = await one.connect();
  await turns();
  const [id = 0] = listenIds(second);
  second.peer.send(acknowledgement(id, TOOLS), graceful(id));
  await turns();
  expect(types(first.events)).toBe("acknowledged ended acknowledged may_have_changed ended");
  expect(first.events[3]).toMatchObject({ after: "new_connection" });
  expect(first.events[4]).toMatchObject({ againInMs: 1000 });
});
