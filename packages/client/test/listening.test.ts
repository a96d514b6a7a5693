import { expect, test } from "vitest";
import { make, methods, names, ofType, pass } from "./harness.js";
import { arrived, modern } from "./servers.js";
import { telling, up } from "./telling.js";

test("a server that tells of its tools is listened to before they are listed", async () => {
  const a = telling("a", ["t"]);
  const { client, connecting } = await up(a);
  await connecting;
  expect(methods(a)).toEqual(["server/discover", "subscriptions/listen", "tools/list"]);
  expect(a.received[1]?.params?.["notifications"]).toEqual({ toolsListChanged: true });
  await client.close();
});

test("a server that declares no changes is not listened to", async () => {
  const a = modern("a", ["t"]);
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  expect(methods(a)).toEqual(["server/discover", "tools/list"]);
  await client.close();
});

test("a change that is told makes a fresh list stale, and is one change of the merged tools", async () => {
  const a = telling("a", ["old"]);
  const { client, events, connecting } = await up(a);
  await connecting;
  a.tools = ["new"];
  a.tell("tools/list_changed");
  await arrived();
  expect(names(client)).toEqual(["new"]);
  expect(ofType(events, "tools")).toHaveLength(2);
  a.tell("tools/list_changed");
  await arrived();
  expect(ofType(events, "tools")).toHaveLength(2);
  await client.close();
});

test("S2: a listen stream that is lost is listened to again with a new id, the tools are listed again, and that is one change", async () => {
  const a = telling("a", ["old"]);
  const { client, events, clock, connecting } = await up(a);
  await connecting;
  const lists = () => methods(a).filter((method) => method === "tools/list").length;
  // The server ends the stream by itself, which tells nothing of its tools.
  a.finish();
  a.tools = ["new"];
  await arrived();
  expect(names(client)).toEqual(["old"]);
  await pass(clock, 1000);
  expect(a.listens).toHaveLength(2);
  expect(new Set(a.listens).size).toBe(2);
  expect(names(client)).toEqual(["new"]);
  expect(lists()).toBe(2);
  expect(ofType(events, "tools")).toHaveLength(2);
  expect(ofType(events, "subscription")).toMatchObject([
    { event: { type: "acknowledged" } },
    { event: { type: "ended", how: "graceful", againInMs: 1000 } },
    { event: { type: "acknowledged" } },
  ]);
  await client.close();
  expect(clock.waiting).toBe(0);
});

test("P8: after a restart the server is listened to again", async () => {
  const a = telling("a", ["t"]);
  const { client, clock, connecting } = await up(a);
  await connecting;
  a.drop();
  await arrived();
  await pass(clock, 500);
  expect(methods(a).slice(-3)).toEqual(["server/discover", "subscriptions/listen", "tools/list"]);
  a.tools = ["t", "u"];
  a.tell("tools/list_changed");
  await arrived();
  expect(names(client)).toEqual(["t", "u"]);
  await client.close();
});

test("S3: a server that acknowledges and ends again and again is asked with growing pauses", async () => {
  const a = telling("a", ["t"]);
  const { client, clock, connecting } = await up(a);
  await connecting;
  const pauses: number[] = [];
  for (let ends = 0; ends < 8; ends += 1) {
    a.finish();
    await arrived();
    const before = a.listens.length;
    let waited = 0;
    while (a.listens.length === before) {
      await pass(clock, 1000);
      waited += 1000;
    }
    pauses.push(waited);
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  await client.close();
});

test("a server that does not acknowledge delays its list by a second, and a late word has the list read again", async () => {
  const a = telling("a", ["old"], { acknowledge: () => undefined });
  const { client, clock, connecting } = await up(a);
  expect(methods(a)).toEqual(["server/discover", "subscriptions/listen"]);
  await pass(clock, 1000);
  await connecting;
  expect(names(client)).toEqual(["old"]);
  a.tools = ["new"];
  a.tell("subscriptions/acknowledged", { notifications: { toolsListChanged: true } });
  await arrived();
  expect(names(client)).toEqual(["new"]);
  await client.close();
  expect(clock.waiting).toBe(0);
});

test("S1: an event before the acknowledgement, or for another subscription, is a fault and changes nothing", async () => {
  const a = telling("a", ["t"]);
  const { client, events, connecting } = await up(a);
  await connecting;
  a.tell("tools/list_changed", {}, `${a.listens[0]}`);
  a.tell("prompts/list_changed");
  await arrived();
  expect(methods(a).filter((method) => method === "tools/list")).toHaveLength(1);
  const codes = ofType(events, "fault").map((event) => "fault" in event && event.fault.code);
  expect(codes).toEqual(["foreign_subscription_id", "unrequested_event"]);
  expect(client.peers[0]).toMatchObject({ faults: 2 });
  await client.close();
});

test("S4: a server that refuses to be listened to is used all the same, and not asked again", async () => {
  const a = telling("a", ["t"], {
    answers: {
      "subscriptions/listen": ({ id }) =>
        JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message: "no" } }),
    },
  });
  const { client, events, clock, connecting } = await up(a);
  await connecting;
  expect(names(client)).toEqual(["t"]);
  await pass(clock, 600_000);
  expect(methods(a).filter((method) => method === "subscriptions/listen")).toHaveLength(1);
  expect(ofType(events, "subscription")).toMatchObject([{ event: { type: "refused" } }]);
  await client.close();
});

test("a host that does not follow changes listens to nobody, but where it asks for that itself", async () => {
  const a = telling("a", ["t"]);
  const { client, connecting } = await up(a, { followChanges: false });
  await connecting;
  expect(methods(a)).toEqual(["server/discover", "tools/list"]);
  client.listen("a", { toolsListChanged: true });
  await arrived();
  expect(methods(a).at(-1)).toBe("subscriptions/listen");
  await client.close();
});
