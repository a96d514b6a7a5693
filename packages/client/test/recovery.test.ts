import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods, names, pass } from "./harness.js";
import { arrived, error, GONE, legacy, modern, unreliable } from "./servers.js";

/** Without jitter: every pause is as long as it can be. */
const random = (): number => 1;

test("P8: a peer that was lost is discovered and listed again by itself, and no tool is there twice", async () => {
  const clock = new ManualClock();
  const a = modern("a", ["search", "read"]);
  const { client, events } = make({ clock, random });
  client.addServer("a", a.transport);
  await client.connect();
  await pass(clock, 60_000);
  a.peers[0]?.end(GONE);
  await arrived();
  expect(client.peers[0]).toMatchObject({
    state: "unavailable",
    reason: "connection_lost",
    retryInMs: 500,
  });
  await pass(clock, 499);
  expect(a.peers).toHaveLength(1);
  await pass(clock, 1);
  expect(client.peers[0]).toMatchObject({ state: "ready", era: "modern", tools: 2 });
  expect(methods(a)).toEqual(["server/discover", "tools/list", "server/discover", "tools/list"]);
  expect(names(client)).toEqual(["read", "search"]);
  expect(events.filter(({ type }) => type === "tools")).toHaveLength(1);
  await client.close();
  expect(clock.waiting).toBe(0);
});

test("P9: a peer that dies at every start is tried with growing pauses up to 30 s, and the host is told once after three", async () => {
  const clock = new ManualClock();
  const transport = unreliable(modern("a", ["t"]), () => true);
  let opened = 0;
  const counted = {
    ...transport,
    open: (options: Parameters<typeof transport.open>[0]) => {
      opened += 1;
      return transport.open(options);
    },
  };
  const { client, events } = make({ clock, random });
  client.addServer("a", counted, { maxRestarts: 9 });
  await client.connect();
  const pauses: number[] = [];
  for (;;) {
    const [{ retryInMs } = { retryInMs: undefined }] = client.peers;
    if (retryInMs === undefined) break;
    pauses.push(retryInMs);
    await pass(clock, retryInMs);
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(opened).toBe(10);
  const failing = events.filter(({ type }) => type === "failing");
  expect(failing).toMatchObject([{ failures: 3, report: { name: "a", reason: "open_failed" } }]);
  const states = events.flatMap((event) => (event.type === "peer" ? [event.report.state] : []));
  expect(states).toEqual(Array(10).fill(["connecting", "unavailable"]).flat());
  await pass(clock, 600_000);
  expect(opened).toBe(10);
  await client.close();
});

test("the jitter of a pause is up to half of it", async () => {
  const clock = new ManualClock();
  const { client } = make({ clock, random: () => 0 });
  client.addServer(
    "a",
    unreliable(modern("a", ["t"]), () => true),
  );
  await client.connect();
  expect(client.peers[0]).toMatchObject({ retryInMs: 250 });
  await client.close();
});

test("a peer that lived well counts its failures anew, one that dies young does not", async () => {
  const clock = new ManualClock();
  const a = modern("a", ["t"]);
  const { client } = make({ clock, random });
  client.addServer("a", a.transport);
  await client.connect();
  for (const retryInMs of [500, 1000, 2000]) {
    await pass(clock, 9000);
    a.peers.at(-1)?.end(GONE);
    await arrived();
    expect(client.peers[0]).toMatchObject({ retryInMs });
    await pass(clock, retryInMs);
    expect(client.peers[0]).toMatchObject({ state: "ready" });
  }
  await pass(clock, 10_000);
  a.peers.at(-1)?.end(GONE);
  await arrived();
  expect(client.peers[0]).toMatchObject({ retryInMs: 500 });
  await client.close();
});

test("what only an operator can change is not tried again, and a peer that was closed stays closed", async () => {
  const clock = new ManualClock();
  const old = legacy("old", ["t"], { "server/discover": (frame) => error(frame, -32601) });
  const a = modern("a", ["t"]);
  const { client } = make({ clock, random });
  client.addServer("old", old.transport);
  client.addServer("a", a.transport, { recover: false });
  await client.connect();
  a.peers[0]?.end(GONE);
  await arrived();
  expect(client.peers.map(({ retryInMs }) => retryInMs)).toEqual([undefined, undefined]);
  await client.close();
  expect(clock.waiting).toBe(0);
  await pass(clock, 600_000);
  expect(a.peers).toHaveLength(1);
});

test("E8: a legacy peer that comes back as a modern one is negotiated anew", async () => {
  const clock = new ManualClock();
  let upgraded = false;
  const was = legacy("a", ["t"], { "server/discover": (frame) => error(frame, -32601) });
  const is = modern("a", ["t", "u"]);
  const { client } = make({ clock, random });
  client.addServer(
    "a",
    {
      binding: was.transport.binding,
      open: (options) => (upgraded ? is : was).transport.open(options),
    },
    { allowLegacy: true },
  );
  await client.connect();
  expect(client.peers[0]).toMatchObject({ state: "ready", era: "legacy" });
  upgraded = true;
  was.peers[0]?.end(GONE);
  await arrived();
  await pass(clock, 500);
  expect(client.peers[0]).toMatchObject({ state: "ready", era: "modern", tools: 2 });
  expect(methods(is)).toEqual(["server/discover", "tools/list"]);
  await client.close();
});

test("connect() tells how a peer failed, also where it is being tried again by then", async () => {
  const clock = new ManualClock();
  let down = true;
  const slow = modern("slow", ["t"], { "server/discover": () => undefined });
  const { client } = make({ clock, random });
  client.addServer(
    "dead",
    unreliable(slow, () => down),
  );
  client.addServer(
    "slow",
    modern("other", ["u"], { "server/discover": () => undefined }).transport,
    {
      recover: false,
    },
  );
  const connecting = client.connect({ timeoutMs: 700 });
  await arrived();
  down = false;
  await pass(clock, 500);
  await pass(clock, 200);
  expect((await connecting).map(({ state, reason }) => [state, reason])).toEqual([
    ["unavailable", "open_failed"],
    ["connecting", null],
  ]);
  expect(client.peers[0]).toMatchObject({ state: "connecting" });
  await client.close();
});
