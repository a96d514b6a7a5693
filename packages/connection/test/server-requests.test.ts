import { expect, test } from "vitest";
import type { ExchangeOptions } from "../src/index.js";
import { arrived, open, request } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;
const sampling = { jsonrpc: "2.0", id: 7, method: "sampling/createMessage", params: {} } as const;
const ping = { jsonrpc: "2.0", id: "p", method: "ping" } as const;

test("F10: a request of a modern server is a fault, and nothing is written back", async () => {
  const { connection, peer, sent, faults } = await open();
  connection.settle(MODERN);
  connection.on({ request: () => expect.unreachable("the host must not see it") });
  peer.send(sampling);
  peer.send(ping);
  await arrived();
  expect(faults.map(({ code }) => code)).toEqual(["server_request", "server_request"]);
  expect(sent).toEqual([]);
});

test("requests from before the era is settled are answered if it turns out legacy, and are faults otherwise", async () => {
  for (const end of ["legacy", "modern", "close"] as const) {
    const { connection, peer, sent, faults } = await open();
    peer.send(ping);
    peer.send(sampling);
    await arrived();
    expect([sent, faults]).toEqual([[], []]);
    if (end === "close") await connection.close();
    else connection.settle(end === "legacy" ? LEGACY : MODERN);
    await arrived();
    if (end === "legacy")
      expect(sent).toMatchObject([
        { id: "p", result: {} },
        { id: 7, error: {} },
      ]);
    else expect(sent).toEqual([]);
    expect(faults).toHaveLength(end === "legacy" ? 0 : 2);
  }
});

test("no more than 16 requests wait for the era, the rest are faults at once", async () => {
  const { connection, peer, sent, faults } = await open();
  for (let id = 0; id < 20; id += 1) peer.send({ jsonrpc: "2.0", id, method: "ping" });
  await arrived();
  expect(faults).toHaveLength(4);
  connection.settle(LEGACY);
  await arrived();
  expect(sent).toHaveLength(16);
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

test("requests that overlap without end do not stop the clocks for ever, nor pile up", async () => {
  const { connection, peer, clock, sent } = await open({ inputMs: 5000 });
  connection.settle(LEGACY);
  connection.on({ request: () => {} });
  const outcome = connection.exchange(request(connection), plain);
  let settled = false;
  void outcome.then(() => {
    settled = true;
  });
  for (let id = 100; id < 110; id += 1) {
    peer.send({ jsonrpc: "2.0", id, method: "elicitation/create" });
    await arrived();
    clock.advance(700);
    await arrived();
  }
  expect(settled).toBe(true);
  for (let id = 1000; id < 2010; id += 1) peer.send({ jsonrpc: "2.0", id, method: "roots/list" });
  await arrived();
  expect(sent.filter(({ error }) => error !== undefined).length).toBeGreaterThanOrEqual(10);
});
