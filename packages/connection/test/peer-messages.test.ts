import { expect, test } from "vitest";
import type { ExchangeOptions, TapEvent } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;
const sampling = { jsonrpc: "2.0", id: 7, method: "sampling/createMessage", params: {} } as const;
const ping = { jsonrpc: "2.0", id: "p", method: "ping" } as const;

test("F10: a request of a modern or an unsettled server is a fault, and nothing is written back", async () => {
  for (const settle of [true, false]) {
    const { connection, peer, sent, faults } = await open();
    if (settle) connection.settle(MODERN);
    connection.on({ request: () => expect.unreachable("the host must not see it") });
    peer.send(sampling);
    peer.send(ping);
    await arrived();
    expect(faults.map(({ code }) => code)).toEqual(["server_request", "server_request"]);
    expect(sent).toEqual([]);
  }
});

test("a legacy server's ping is answered, and a request nobody handles is refused by name", async () => {
  const { connection, peer, sent } = await open();
  connection.settle(LEGACY);
  peer.send(ping);
  peer.send(sampling);
  await arrived();
  expect(sent).toMatchObject([
    { id: "p", result: {} },
    { id: 7, error: { code: -32601, message: expect.stringContaining("sampling/createMessage") } },
  ]);
});

test("T4: while the host answers a legacy server's request, the clocks of its calls stand still", async () => {
  const { connection, peer, clock, sent } = await open();
  connection.settle(LEGACY);
  let answer = (): void => {};
  connection.on({
    request: (_request, respond) => {
      answer = () => respond({ result: { action: "accept" } });
    },
  });
  let settled = false;
  const outcome = connection.exchange(request(connection), plain).finally(() => {
    settled = true;
  });
  clock.advance(600);
  peer.send(sampling);
  await arrived();
  clock.advance(500_000);
  await arrived();
  expect(settled).toBe(false);
  answer();
  answer();
  await arrived();
  expect(sent.filter(({ id }) => id === 7)).toEqual([
    { jsonrpc: "2.0", id: 7, result: { action: "accept" } },
  ]);
  clock.advance(399);
  await arrived();
  expect(settled).toBe(false);
  clock.advance(1);
  expect(await outcome).toMatchObject({ type: "timed_out", limit: "total" });
});

test("an answer that the host never gives is given for it after inputMs", async () => {
  const { connection, peer, clock, sent } = await open({ inputMs: 5000 });
  connection.settle(LEGACY);
  connection.on({ request: () => {} });
  peer.send(sampling);
  await arrived();
  clock.advance(5000);
  await arrived();
  expect(sent).toMatchObject([{ id: 7, error: { code: -32603 } }]);
  expect(clock.waiting).toBe(0);
});

test("a request that a legacy server takes back is not answered any more", async () => {
  const { connection, peer, clock, sent } = await open();
  connection.settle(LEGACY);
  let answer = (): void => {};
  connection.on({
    request: (_request, respond) => {
      answer = () => respond({ result: {} });
    },
  });
  peer.send(sampling);
  peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
  await arrived();
  answer();
  await arrived();
  expect(sent).toEqual([]);
  expect(clock.waiting).toBe(0);
});

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
