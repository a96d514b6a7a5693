import { SubscribeRequestSchema, UnsubscribeRequestSchema } from "@modelcontextprotocol/core";
import type { Message } from "@x/wire";
import { expect, test } from "vitest";
import { LEGACY, MUCH, type Received, scene, TOOLS, turns, types } from "./scene.js";

const yes = ({ id }: Received): Message => ({ jsonrpc: "2.0", id, result: {} });
const watch = (...uris: string[]) => ({ resourceSubscriptions: uris });
const told = (method: string, params?: object): Message => ({
  jsonrpc: "2.0",
  method: `notifications/${method}`,
  ...(params === undefined ? {} : { params: { ...params } }),
});

test("N07: a legacy server is asked for its resources only, in the shape of its era", async () => {
  const { connect, listen } = scene();
  const { received } = await connect(LEGACY, { answer: yes });
  const { events } = listen(MUCH);
  await turns();
  expect(received).toEqual([
    { jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri: "file:///a" } },
    { jsonrpc: "2.0", id: 2, method: "resources/subscribe", params: { uri: "file:///b" } },
  ]);
  expect(received.every((one) => SubscribeRequestSchema.safeParse(one).success)).toBe(true);
  expect(events).toEqual([{ type: "acknowledged", agreed: MUCH, unsupported: {} }]);
});

test("the notifications of a legacy server are the same events, as far as they are wanted", async () => {
  const { connect, listen, problems } = scene();
  const { peer } = await connect(LEGACY, { answer: yes });
  const { events } = listen({ ...TOOLS, ...watch("file:///a") });
  await turns();
  peer.send(
    told("tools/list_changed"),
    told("prompts/list_changed"),
    told("resources/updated", { uri: "file:///a" }),
    told("resources/updated", { uri: "file:///a/part" }),
    told("message", { level: "info" }),
  );
  await turns();
  expect(events.slice(1)).toEqual([
    { type: "tools_changed" },
    { type: "resource_updated", uri: "file:///a" },
    { type: "resource_updated", uri: "file:///a/part" },
  ]);
  expect(problems).toEqual([]);
});

test("an update is told to those who named its resource, and only to them", async () => {
  const { connect, listen } = scene();
  const { peer } = await connect(LEGACY, { answer: yes });
  const a = listen(watch("file:///a"));
  const b = listen(watch("file:///b"));
  const tools = listen(TOOLS);
  await turns();
  peer.send(told("resources/updated", { uri: "file:///b" }));
  await turns();
  expect([a, b, tools].map(({ events }) => types(events))).toEqual([
    "acknowledged",
    "acknowledged resource_updated",
    "acknowledged",
  ]);
});

test("a resource that several watch is subscribed once, and unsubscribed when the last one closes", async () => {
  const { connect, listen } = scene();
  const { received } = await connect(LEGACY, { answer: yes });
  const one = listen(watch("file:///a"));
  const other = listen(watch("file:///a"));
  await turns();
  expect([one, other].map(({ events }) => types(events))).toEqual(["acknowledged", "acknowledged"]);
  one.subscription.close();
  await turns();
  expect(received).toHaveLength(1);
  other.subscription.close();
  await turns();
  expect(received.map(({ method }) => method)).toEqual([
    "resources/subscribe",
    "resources/unsubscribe",
  ]);
  expect(UnsubscribeRequestSchema.safeParse(received[1]).success).toBe(true);
});

test("requests for one resource never overtake each other, and one that is no longer needed is not sent", async () => {
  const { connect, listen } = scene();
  const { received, peer } = await connect(LEGACY);
  const first = listen(watch("file:///a"));
  await turns();
  first.subscription.close();
  listen(watch("file:///a"));
  await turns();
  expect(received).toHaveLength(1);
  peer.send(yes(received[0] as Received));
  await turns();
  expect(received).toHaveLength(1);
});

test("what a legacy server refuses to watch, or does not answer, is told as unsupported", async () => {
  const { connect, listen, clock } = scene();
  const error = { code: -32002, message: "No such resource" };
  await connect(LEGACY, {
    answer: (message) =>
      message.params["uri"] === "file:///a"
        ? yes(message)
        : message.params["uri"] === "file:///b"
          ? { jsonrpc: "2.0", id: message.id, error }
          : undefined,
  });
  const { events } = listen({ ...TOOLS, ...watch("file:///a", "file:///b", "file:///c") });
  await turns();
  expect(events).toEqual([]);
  clock.advance(10_000);
  await turns();
  expect(events).toEqual([
    {
      type: "acknowledged",
      agreed: { ...TOOLS, ...watch("file:///a") },
      unsupported: watch("file:///b", "file:///c"),
    },
  ]);
});

test("what a legacy server does not declare is unsupported, and is told all the same where it does tell", async () => {
  const { connect, listen } = scene();
  const { peer, received } = await connect(LEGACY, { capabilities: { tools: {}, resources: {} } });
  const { events } = listen({ ...TOOLS, ...watch("file:///a") });
  await turns();
  peer.send(told("tools/list_changed"));
  await turns();
  expect(received).toEqual([]);
  expect(events).toEqual([
    { type: "acknowledged", agreed: {}, unsupported: { ...TOOLS, ...watch("file:///a") } },
    { type: "tools_changed" },
  ]);
});

test("an update that names no resource is a fault", async () => {
  const { connect, listen, problems } = scene();
  const { peer } = await connect(LEGACY, { answer: yes });
  const { events } = listen(watch("file:///a"));
  await turns();
  peer.send(told("resources/updated", { uri: 7 }));
  await turns();
  expect(types(events)).toBe("acknowledged");
  expect(problems).toMatchObject([{ code: "invalid_event" }]);
});

test("a legacy server that comes back is subscribed to anew, and one that comes back modern is listened to", async () => {
  const { connect, listen } = scene();
  const first = await connect(LEGACY, { answer: yes });
  const { events, subscription } = listen({ ...TOOLS, ...watch("file:///a") });
  await turns();
  first.peer.end();
  await turns();
  expect(subscription.state).toBe("detached");
  expect(events.at(-1)).toMatchObject({ type: "lost", cause: "closed" });
  const second = await connect(LEGACY, { answer: yes });
  await turns();
  expect(second.received.map(({ method }) => method)).toEqual(["resources/subscribe"]);
  expect(types(events.slice(2))).toBe("acknowledged may_have_changed");
  second.peer.end();
  const third = await connect();
  await turns();
  expect(third.received.map(({ method }) => method)).toEqual(["subscriptions/listen"]);
});

test("letting go of a legacy connection that lives on takes its subscriptions back", async () => {
  const { connect, listen, subscriptions } = scene();
  const { received } = await connect(LEGACY, { answer: yes });
  listen(watch("file:///a"));
  await turns();
  subscriptions.detach("It is needed for something else.");
  await turns();
  expect(received.map(({ method }) => method)).toEqual([
    "resources/subscribe",
    "resources/unsubscribe",
  ]);
});
