import { expect, test } from "vitest";
import { make, methods, ofType, pass } from "./harness.js";
import { arrived, initializing, legacy } from "./servers.js";
import { telling, up } from "./telling.js";

test("what a host listens to is told over all connections, and what it read before is stale by then", async () => {
  let text = "old";
  const a = telling("a", [], {
    capabilities: { resources: { subscribe: true } },
    answers: {
      "resources/read": ({ params }) => ({
        resultType: "complete",
        ttlMs: 600_000,
        cacheScope: "public",
        contents: [{ uri: params?.["uri"], text }],
      }),
    },
  });
  const { client, clock, connecting } = await up(a);
  await connecting;
  const read = async () => (await client.readResource("a", "note://1")).contents[0]?.text;
  const seen: unknown[] = [];
  const subscription = client.listen(
    "a",
    { resourceSubscriptions: ["note://1"] },
    { onEvent: async (event) => void seen.push(event.type, await read()) },
  );
  await arrived();
  text = "new";
  expect(await read()).toBe("old");
  a.tell("resources/updated", { uri: "note://1" });
  await arrived();
  expect(seen).toEqual(["acknowledged", "old", "resource_updated", "new"]);
  a.drop();
  await arrived();
  text = "newer";
  await pass(clock, 500);
  expect(seen.slice(4)).toEqual([
    "lost",
    "new",
    "acknowledged",
    "newer",
    "may_have_changed",
    "newer",
  ]);
  expect(subscription.state).toBe("active");
  await client.close();
  expect(subscription.state).toBe("closed");
  expect(clock.waiting).toBe(0);
});

test("several subscriptions share a connection, each with an id of its own", async () => {
  const a = telling("a", ["t"]);
  const { client, connecting } = await up(a);
  await connecting;
  const one = client.listen("a", { toolsListChanged: true });
  const other = client.listen("a", { toolsListChanged: true });
  await arrived();
  expect(new Set(a.listens).size).toBe(3);
  one.close();
  await arrived();
  expect(methods(a).at(-1)).toBe("notifications/cancelled");
  expect(other.state).toBe("active");
  await client.close();
});

test("a legacy server's notifications are the same events, and its resources are subscribed to", async () => {
  const capabilities = { resources: { subscribe: true, listChanged: true } };
  const a = legacy("a", [], {
    initialize: initializing(capabilities),
    "resources/subscribe": () => ({}),
    "resources/unsubscribe": () => ({}),
  });
  const { client, events } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  const seen: unknown[] = [];
  const subscription = client.listen(
    "a",
    { resourcesListChanged: true, resourceSubscriptions: ["note://1"] },
    { onEvent: ({ type }) => void seen.push(type) },
  );
  await arrived();
  const tell = (method: string, params = {}): void =>
    a.peers[0]?.send({ jsonrpc: "2.0", method: `notifications/resources/${method}`, params });
  tell("updated", { uri: "note://1" });
  tell("list_changed");
  await arrived();
  expect(seen).toEqual(["acknowledged", "resource_updated", "resources_changed"]);
  expect(ofType(events, "resources")).toEqual([{ type: "resources", peer: "a" }]);
  subscription.close();
  await arrived();
  expect(methods(a).slice(-2)).toEqual(["resources/subscribe", "resources/unsubscribe"]);
  await client.close();
});

test("a removed server ends its subscriptions; what it still says concerns nobody", async () => {
  const a = telling("a", ["t"]);
  const { client, connecting } = await up(a);
  await connecting;
  const subscription = client.listen("a", { toolsListChanged: true });
  await arrived();
  await client.removeServer("a");
  expect(subscription.state).toBe("closed");
  a.tell("tools/list_changed");
  await arrived();
  expect(client.tools).toEqual([]);
  expect(() => client.listen("a", { toolsListChanged: true })).toThrow(
    expect.objectContaining({ code: "unknown_server" }),
  );
  await client.close();
});
