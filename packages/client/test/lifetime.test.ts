import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { Client } from "../src/index.js";
import { clientInfo, make, methods, names, states } from "./harness.js";
import {
  arrived,
  error,
  GONE,
  legacy,
  MODERN_DISCOVER,
  modern,
  server,
  slowToLeave,
} from "./servers.js";

test("P2: a peer that dies during a call fails it at once with its last words, and keeps its names", async () => {
  let silent = true;
  const a = modern("a", ["search"], {
    "tools/call": () =>
      silent ? undefined : { resultType: "complete", content: [{ type: "text", text: "back" }] },
  });
  const b = modern("b", ["other"]);
  const { client, events } = make();
  client.addServer("a", a.transport);
  client.addServer("b", b.transport);
  await client.connect();
  const calls = [client.callTool("search"), client.callTool("search")];
  await arrived();
  a.peers[0]?.end(GONE);
  for (const call of calls) {
    await expect(call).rejects.toMatchObject({
      code: "connection_closed",
      fault: "remote",
      message: expect.stringMatching(/exit code 3.*missing API_KEY/s),
    });
  }
  expect(client.peers[0]).toMatchObject({
    state: "unavailable",
    reason: "connection_lost",
    tools: 1,
  });
  expect(events.at(-1)).toMatchObject({
    type: "peer",
    report: { name: "a", state: "unavailable" },
  });
  const sent = a.received.length;
  await expect(client.callTool("search")).rejects.toMatchObject({ code: "peer_unavailable" });
  expect(a.received).toHaveLength(sent);
  expect(await client.callTool("other")).toMatchObject({ content: [{ text: "b: other" }] });
  silent = false;
  expect(await client.reconnect("a")).toMatchObject({ state: "ready", tools: 1 });
  expect(names(client)).toEqual(["search", "other"]);
  expect(await client.callTool("search")).toMatchObject({ content: [{ text: "back" }] });
  await client.close();
});

test("E9: a peer is never opened again before its last connection has ended", async () => {
  const log: string[] = [];
  const inner = modern("a", ["t"]);
  const lock = slowToLeave(inner, log);
  const { client } = make();
  client.addServer("a", lock);
  await client.connect();
  await client.reconnect("a");
  inner.peers.at(-1)?.end(GONE);
  await arrived();
  await client.reconnect("a");
  await client.close();
  expect(log).toEqual(["open", "gone", "open", "gone", "open", "gone"]);
});

test("E8: a server that comes back as another era is negotiated from nothing", async () => {
  let upgraded = false;
  const one = legacy("one", ["t"], {
    "server/discover": (frame) => (upgraded ? MODERN_DISCOVER(frame) : error(frame, -32601)),
  });
  const { client } = make();
  client.addServer("one", one.transport, { allowLegacy: true });
  expect(states(await client.connect())).toEqual(["one ready legacy"]);
  upgraded = true;
  expect(await client.reconnect("one")).toMatchObject({ era: "modern", revision: "2026-07-28" });
  expect(methods(one).filter((method) => method === "initialize")).toHaveLength(1);
  await client.close();
});

test("closing settles what is pending, also a peer that is being brought up, and ends the client", async () => {
  const clock = new ManualClock();
  const one = modern("one", ["hang"], { "tools/call": () => undefined });
  const silent = server("silent", { "server/discover": () => undefined });
  const { client } = make({ clock });
  client.addServer("one", one.transport);
  client.addServer("silent", silent.transport);
  const connected = client.connect({ timeoutMs: 100 });
  await arrived();
  clock.advance(100);
  await connected;
  const call = client.callTool("hang");
  const failed = expect(call).rejects.toMatchObject({ code: "connection_closed", fault: "local" });
  await arrived();
  await client.close();
  await failed;
  expect([one.open, silent.open, clock.waiting]).toEqual([0, 0, 0]);
  expect(client.close()).toBe(client.close());
  expect(() => client.addServer("x", one.transport)).toThrow(
    expect.objectContaining({ code: "client_closed" }),
  );
  await expect(client.connect()).rejects.toMatchObject({ code: "client_closed" });
  await expect(client.callTool("hang")).rejects.toMatchObject({ code: "client_closed" });
  await expect(client.reconnect("one")).rejects.toMatchObject({ code: "client_closed" });
});

test("a server that is removed while it is brought up never gets a name", async () => {
  const clock = new ManualClock();
  const silent = server("silent", { "server/discover": () => undefined });
  const { client } = make({ clock });
  client.addServer("silent", silent.transport);
  const connected = client.connect();
  await arrived();
  await client.removeServer("silent");
  expect(await connected).toEqual([]);
  expect([silent.open, clock.waiting, client.tools.length]).toEqual([0, 0, 0]);
  await expect(client.removeServer("silent")).rejects.toMatchObject({ code: "unknown_server" });
  await client.close();
});

test("await using leaves nothing open", async () => {
  const one = modern("one", ["t"]);
  {
    await using client = new Client({ clientInfo });
    client.addServer("one", one.transport);
    await client.connect();
    expect(one.open).toBe(1);
  }
  expect(one.open).toBe(0);
});

test("a tap sees every frame with its peer and the number of its connection", async () => {
  const a = modern("a", ["t"]);
  const seen: string[] = [];
  const { client } = make({
    onTap: (peer, { direction, text }, connection) => {
      seen.push(`${peer} ${connection} ${direction} ${JSON.parse(text).method ?? "result"}`);
    },
  });
  client.addServer("a", a.transport);
  await client.connect();
  await client.reconnect("a");
  const once = (connection: number): string[] => [
    `a ${connection} sent server/discover`,
    `a ${connection} received result`,
    `a ${connection} sent tools/list`,
    `a ${connection} received result`,
  ];
  expect(seen).toEqual([...once(1), ...once(2)]);
  await client.close();
});
