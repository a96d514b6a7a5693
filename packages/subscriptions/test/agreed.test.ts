import type { ServerCapabilities } from "@x/wire";
import { expect, test } from "vitest";
import {
  acknowledgement,
  listenIds,
  MUCH,
  notificationOf,
  scene,
  TOOLS,
  turns,
  types,
} from "./scene.js";

test("S1: an event before the acknowledgement is a fault and is not delivered", async () => {
  const { connect, listen, problems } = scene();
  const server = await connect();
  const { events } = listen(TOOLS);
  await turns();
  const [id] = listenIds(server);
  server.peer.send(notificationOf("tools/list_changed", id), acknowledgement(id, TOOLS));
  await turns();
  expect(types(events)).toBe("acknowledged");
  expect(problems).toMatchObject([{ code: "early_event", listenId: id }]);
});

test.each<[string, unknown, string]>([
  ["no subscription id", undefined, "missing_subscription_id"],
  ["an id that no request had", 77, "foreign_subscription_id"],
  ["the right id as a string", "1", "foreign_subscription_id"],
  ["something that cannot be an id", { id: 1 }, "missing_subscription_id"],
])("S1: an event with %s is a fault and is not delivered", async (_, named, code) => {
  const one = scene();
  const { events, peer, id } = await one.active(TOOLS);
  expect(id).toBe(1);
  peer.send(notificationOf("tools/list_changed", named));
  await turns();
  expect(types(events)).toBe("acknowledged");
  expect(one.problems).toMatchObject([{ code }]);
});

test("S1: an acknowledgement with a foreign id acknowledges nothing, and the wait for it has an end", async () => {
  const { connect, listen, problems, clock } = scene();
  const server = await connect();
  const { events, subscription } = listen(TOOLS);
  await turns();
  const [id] = listenIds(server);
  server.peer.send(acknowledgement(`${id}`, TOOLS));
  await turns();
  expect(problems).toMatchObject([{ code: "foreign_subscription_id" }]);
  clock.advance(9_999);
  await turns();
  expect(subscription.state).toBe("listening");
  clock.advance(1);
  await turns();
  expect(events).toMatchObject([{ type: "lost", cause: "unacknowledged", againInMs: 1000 }]);
  expect(server.received.at(-1)).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: id },
  });
});

test("S1: an acknowledgement wider than the filter is a fault, and nothing beyond the filter is delivered", async () => {
  const { connect, listen, problems } = scene();
  const server = await connect();
  const { events } = listen({ resourceSubscriptions: ["file:///a"], ...TOOLS });
  await turns();
  const [id] = listenIds(server);
  server.peer.send(
    acknowledgement(id, { ...MUCH, resourceSubscriptions: ["file:///a", "file:///z"] }),
    notificationOf("prompts/list_changed", id),
    notificationOf("tools/list_changed", id),
  );
  await turns();
  const agreed = { resourceSubscriptions: ["file:///a"], ...TOOLS };
  expect(events).toEqual([
    { type: "acknowledged", agreed, unsupported: {} },
    { type: "tools_changed" },
  ]);
  expect(problems.map(({ code }) => code)).toEqual(["wider_acknowledgement", "unrequested_event"]);
});

test("S4: what is not acknowledged is told as unsupported, and an event of it is a fault", async () => {
  const { connect, listen, problems } = scene();
  const server = await connect();
  const { events } = listen(MUCH);
  await turns();
  const [id] = listenIds(server);
  const agreed = { toolsListChanged: true, resourceSubscriptions: ["file:///b"] };
  server.peer.send(acknowledgement(id, agreed), notificationOf("prompts/list_changed", id));
  await turns();
  const unsupported = {
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ["file:///a"],
  };
  expect(events).toEqual([{ type: "acknowledged", agreed, unsupported }]);
  expect(problems).toMatchObject([{ code: "unrequested_event" }]);
});

test("what the server did not declare is not asked for, and is told as unsupported", async () => {
  const { connect, listen } = scene();
  const capabilities = {
    tools: { listChanged: true },
    prompts: {},
    resources: { subscribe: false },
  };
  const server = await connect(undefined, { capabilities });
  const { events } = listen(MUCH);
  await turns();
  expect(server.received[0]?.params.notifications).toEqual(TOOLS);
  server.peer.send(acknowledgement(server.received[0]?.id, TOOLS));
  await turns();
  const { toolsListChanged: _, ...unsupported } = MUCH;
  expect(events).toEqual([{ type: "acknowledged", agreed: TOOLS, unsupported }]);
});

test.each<[string, ServerCapabilities]>([
  ["nothing", {}],
  ["tools that never change", { tools: {} }],
  ["a capability that is no object", { tools: "yes" }],
])("a server that declares %s is not asked at all", async (_, capabilities) => {
  const { connect, listen } = scene();
  const server = await connect(undefined, { capabilities: capabilities as never });
  const { events } = listen(TOOLS);
  await turns();
  expect(server.received).toEqual([]);
  expect(events).toMatchObject([{ type: "refused", refusal: { type: "undeclared" } }]);
});
