import { expect, test } from "vitest";
import { make, methods, names } from "./harness.js";
import { arrived, discovering, modern } from "./servers.js";
import { telling } from "./telling.js";

test("another server in the place of one is learnt anew: its era, its tools, its results; its place in the order stays", async () => {
  const a = modern("a", ["search"]);
  const b = modern("b", ["search"]);
  const c = modern("c", ["find", "search"]);
  const { client, events } = make();
  client.addServer("first", a.transport);
  client.addServer("second", b.transport);
  await client.connect();
  expect(names(client)).toEqual(["search", "second/search"]);
  await client.replaceServer("first", c.transport);
  expect(a.open).toBe(0);
  expect(client.peers[0]).toMatchObject({ name: "first", state: "idle", tools: 0, evidence: [] });
  expect(names(client)).toEqual(["second/search"]);
  await client.connect();
  expect(client.tools.map(({ peer, local }) => `${peer} ${local}`)).toEqual([
    "first find",
    "first search",
    "second search",
  ]);
  expect(events.some(({ type }) => type === "fault")).toBe(false);
  await client.close();
});

test("permission to be legacy does not carry over to another command or endpoint", async () => {
  const old = modern("old", [], {
    "server/discover": ({ id }) =>
      JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }),
  });
  const a = modern("a", ["t"]);
  const { client } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  await client.replaceServer("a", old.transport);
  expect(await client.connect()).toMatchObject([{ reason: "legacy_not_allowed" }]);
  expect(methods(old)).toEqual(["server/discover"]);
  await client.close();
});

test("subscriptions go on with the server that takes the place", async () => {
  const a = telling("a", ["t"]);
  const b = telling("b", ["t"]);
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  const seen: string[] = [];
  client.listen("a", { toolsListChanged: true }, { onEvent: ({ type }) => void seen.push(type) });
  await arrived();
  await client.replaceServer("a", b.transport);
  await client.connect();
  await arrived();
  b.tell("tools/list_changed");
  await arrived();
  expect(seen).toEqual([
    "acknowledged",
    "lost",
    "acknowledged",
    "may_have_changed",
    "tools_changed",
  ]);
  await client.close();
});

test("what cannot be replaced is refused, and the server that was there stays", async () => {
  const a = modern("a", ["t"], { "server/discover": discovering({ tools: {} }) });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.replaceServer("b", a.transport)).rejects.toMatchObject({
    code: "unknown_server",
  });
  await expect(client.replaceServer("a", a.transport, { maxRestarts: -1 })).rejects.toMatchObject({
    code: "invalid_option",
  });
  expect(client.peers).toMatchObject([{ state: "ready", tools: 1 }]);
  await client.close();
});
