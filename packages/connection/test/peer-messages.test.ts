import { expect, test } from "vitest";
import type { ExchangeOptions, TapEvent } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;

test("notifications go to the call they belong to, the rest to the connection", async () => {
  const { connection, peer, notifications } = await open();
  connection.settle(MODERN);
  const mine: unknown[] = [];
  const listen = connection.exchange(request(connection, "subscriptions/listen"), {
    totalMs: null,
    onAbandon: "cancel",
    onNotification: (one) => mine.push(one.method),
  });
  const meta = { "io.modelcontextprotocol/subscriptionId": 1 };
  peer.send({
    jsonrpc: "2.0",
    method: "notifications/tools/list_changed",
    params: { _meta: meta },
  });
  peer.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  peer.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 1, reason: "bye" },
  });
  expect(await listen).toEqual({ type: "cancelled_by_server", reason: "bye" });
  expect(mine).toEqual(["notifications/tools/list_changed"]);
  expect(notifications).toHaveLength(1);
});

test("a server that cancels a call, or says nothing of which, commits a fault and the call goes on", async () => {
  const { connection, peer, faults } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: {} });
  peer.send({ jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } });
  peer.send(result(1));
  expect((await outcome).type).toBe("response");
  expect(faults.map(({ code }) => code)).toEqual(Array(3).fill("invalid_notification"));
});

test("a modern result without resultType is delivered and reported", async () => {
  const { connection, peer, faults } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  peer.send('{"jsonrpc":"2.0","id":1,"result":{}}');
  expect((await outcome).type).toBe("response");
  expect(faults).toMatchObject([{ code: "absent_result_type", id: 1 }]);
});

test.each([
  [LEGACY, -32020],
  [LEGACY, -32021],
  [LEGACY, -32022],
  [MODERN, -32022],
])("a settled era %o that is contradicted by %i ends the connection", async (era, code) => {
  const { connection, peer } = await open();
  connection.settle(era);
  const asked = connection.exchange(request(connection), plain);
  const other = connection.exchange(request(connection), plain);
  peer.send(`{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"no"}}`);
  expect((await asked).type).toBe("response");
  expect(await other).toMatchObject({ type: "closed", reason: { type: "era_contradicted" } });
  expect(await connection.closed).toMatchObject({ type: "era_contradicted" });
});

test("errors that belong to the settled era contradict nothing", async () => {
  const { connection, peer } = await open();
  connection.settle(MODERN);
  for (const [index, code] of [-32020, -32021, -32601, -32602].entries()) {
    const outcome = connection.exchange(request(connection), plain);
    peer.send(`{"jsonrpc":"2.0","id":${index + 1},"error":{"code":${code},"message":"no"}}`);
    expect((await outcome).type).toBe("response");
  }
});

test("an era is settled once", async () => {
  const { connection } = await open();
  connection.settle(LEGACY);
  expect(() => connection.settle(MODERN)).toThrow(
    expect.objectContaining({ code: "already_settled" }),
  );
});

test("the tap sees every frame of both directions as it is, and only while it listens", async () => {
  const { connection, peer, clock } = await open();
  const seen: TapEvent[] = [];
  const off = connection.on({ tap: (event) => seen.push(event) });
  clock.advance(5);
  const one = request(connection);
  const outcome = connection.exchange(one, plain);
  peer.send("garbage");
  peer.send(result(1));
  await outcome;
  off();
  void connection.exchange(request(connection), plain);
  expect(seen).toEqual([
    { direction: "sent", text: JSON.stringify(one), at: 5 },
    { direction: "received", text: "garbage", at: 5 },
    { direction: "received", text: result(1), at: 5 },
  ]);
});

test("a late modern error on a legacy connection contradicts its era too", async () => {
  const { connection, peer, clock } = await open();
  const probe = connection.exchange(request(connection, "server/discover"), {
    totalMs: 100,
    onAbandon: "silent",
  });
  clock.advance(100);
  await probe;
  connection.settle(LEGACY);
  peer.send('{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no"}}');
  expect(await connection.closed).toMatchObject({ type: "era_contradicted" });
});

test("a flood of frames that are no use ends the connection, and a usable one in between starts the count anew", async () => {
  const { connection, peer, faults } = await open();
  connection.settle(MODERN);
  const flood = async (frames: number): Promise<void> => {
    for (let index = 0; index < frames; index += 1) peer.send("noise");
    await arrived();
  };
  await flood(9999);
  peer.send({ jsonrpc: "2.0", method: "notifications/x" });
  await flood(9999);
  let over = false;
  void connection.closed.then(() => {
    over = true;
  });
  await arrived();
  expect(over).toBe(false);
  await flood(2);
  expect(await connection.closed).toMatchObject({
    type: "failed",
    message: expect.stringContaining("10000 frames in a row"),
  });
  expect(faults).toHaveLength(19_999);
});

test("a fault keeps no more than an excerpt of its frame", async () => {
  const { connection, peer, faults } = await open();
  connection.settle(MODERN);
  const long = "x".repeat(1_000_000);
  peer.send({ jsonrpc: "2.0", id: long, result: {} });
  peer.send({ jsonrpc: "2.0", id: 1, method: long });
  await arrived();
  for (const { message, text } of faults) {
    expect(message.length).toBeLessThan(1000);
    expect(text?.length).toBeLessThanOrEqual(200);
  }
});
