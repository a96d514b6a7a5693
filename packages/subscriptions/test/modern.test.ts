import { SubscriptionsListenRequestSchema } from "@modelcontextprotocol/core";
import { expect, test } from "vitest";
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

test("a listen is stamped, asks for what is wanted, and is what the protocol's schema takes", async () => {
  const { connect, listen } = scene();
  const { received } = await connect();
  listen(MUCH);
  await turns();
  expect(received).toMatchObject([
    {
      method: "subscriptions/listen",
      params: {
        notifications: MUCH,
        _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
      },
    },
  ]);
  expect(SubscriptionsListenRequestSchema.safeParse(received[0]).success).toBe(true);
});

test("what the server agreed to is told, each kind as its event", async () => {
  const { events, peer, id } = await scene().active(MUCH);
  peer.send(
    notificationOf("tools/list_changed", id),
    notificationOf("prompts/list_changed", id),
    notificationOf("resources/list_changed", id),
    notificationOf("resources/updated", id, { uri: "file:///a" }),
    notificationOf("resources/updated", id, { uri: "file:///a/part" }),
  );
  await turns();
  expect(events).toEqual([
    { type: "acknowledged", agreed: MUCH, unsupported: {} },
    { type: "tools_changed" },
    { type: "prompts_changed" },
    { type: "resources_changed" },
    { type: "resource_updated", uri: "file:///a" },
    { type: "resource_updated", uri: "file:///a/part" },
  ]);
});

test("H11: a quiet subscription is left alone: after ten minutes it is still there, and no timer runs", async () => {
  const one = scene();
  const { events, peer, id, subscription } = await one.active(TOOLS);
  expect(one.clock.waiting).toBe(0);
  for (let minute = 0; minute < 10; minute += 1) {
    one.clock.advance(60_000);
    await turns();
  }
  expect(subscription.state).toBe("active");
  peer.send(notificationOf("tools/list_changed", id));
  await turns();
  expect(types(events)).toBe("acknowledged tools_changed");
});

test("L9: a change while the reader still fetches is told when it is done, and only once", async () => {
  const { connect, subscriptions } = scene();
  const server = await connect();
  let version = 1;
  const fetched: number[] = [];
  let finish = (): void => {};
  subscriptions.listen(TOOLS, {
    onEvent: async ({ type }) => {
      if (type !== "tools_changed") return;
      const seen = version;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      fetched.push(seen);
    },
  });
  await turns();
  const [id] = listenIds(server);
  const changed = notificationOf("tools/list_changed", id);
  server.peer.send(acknowledgement(id, TOOLS), changed);
  await turns();
  for (version = 2; version < 5; version += 1) server.peer.send(changed);
  await turns();
  finish();
  await turns();
  finish();
  await turns();
  expect(fetched).toEqual([1, 5]);
});

test("subscriptions that share a connection each get their own events, also before the other is acknowledged", async () => {
  const { connect, listen, problems } = scene();
  const server = await connect();
  const tools = listen(TOOLS);
  const resources = listen({ resourceSubscriptions: ["file:///a"] });
  await turns();
  const [first, second] = listenIds(server);
  server.peer.send(
    acknowledgement(second, { resourceSubscriptions: ["file:///a"] }),
    notificationOf("resources/updated", second, { uri: "file:///a" }),
    acknowledgement(first, TOOLS),
    notificationOf("tools/list_changed", first),
  );
  await turns();
  expect(types(tools.events)).toBe("acknowledged tools_changed");
  expect(types(resources.events)).toBe("acknowledged resource_updated");
  tools.subscription.close();
  server.peer.send(notificationOf("resources/updated", second, { uri: "file:///a" }));
  await turns();
  expect(types(resources.events)).toBe("acknowledged resource_updated resource_updated");
  expect(problems).toEqual([]);
});

test("closing cancels the listen by its id, and what still comes for it is nobody's fault", async () => {
  const one = scene();
  const { events, peer, id, subscription, received } = await one.active(TOOLS);
  subscription.close();
  subscription.close();
  peer.send(notificationOf("tools/list_changed", id));
  await turns();
  expect(received.slice(1)).toMatchObject([
    { method: "notifications/cancelled", params: { requestId: id } },
  ]);
  expect(types(events)).toBe("acknowledged");
  expect(one.problems).toEqual([]);
  expect(subscription.state).toBe("closed");
});

test("closing while it waits for its turn sends nothing, ever", async () => {
  const one = scene();
  const { peer, id, subscription, received } = await one.active(TOOLS);
  peer.send(graceful(id));
  await turns();
  expect(subscription.state).toBe("waiting");
  subscription.close();
  expect(one.clock.waiting).toBe(0);
  expect(received).toHaveLength(1);
});
