import fc from "fast-check";
import { expect, test } from "vitest";
import type { ExchangeOptions } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const MODERN = { era: "modern", revision: "2026-07-28" } as const;

test("a response settles the exchange with its id, whatever the order", async () => {
  const { connection, peer, sent } = await open();
  connection.settle(MODERN);
  const first = connection.exchange(request(connection), plain);
  const second = connection.exchange(request(connection), plain);
  await arrived();
  const [a, b] = sent.map(({ id }) => id);
  peer.send(result(b, { which: "second" }));
  peer.send(result(a, { which: "first" }));
  expect(await first).toMatchObject({ type: "response", response: { result: { which: "first" } } });
  expect(await second).toMatchObject({ response: { result: { which: "second" } } });
});

test("a JSON-RPC error is a response too", async () => {
  const { connection, peer } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  peer.send('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such tool"}}');
  expect(await outcome).toMatchObject({
    type: "response",
    response: { error: { code: -32602, message: "no such tool" } },
  });
});

test("F6: an id of another type, an id never sent and a second reply are faults, and the right reply still answers", async () => {
  const { connection, peer, faults } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  await arrived();
  peer.send(result("1"));
  peer.send(result(99));
  peer.send(result(""));
  await arrived();
  expect(faults.map(({ code, id }) => [code, id])).toEqual([
    ["unknown_id", "1"],
    ["unknown_id", 99],
    ["unknown_id", ""],
  ]);
  peer.send(result(1, { right: true }));
  expect(await outcome).toMatchObject({ response: { result: { right: true } } });
  peer.send(result(1));
  await arrived();
  expect(faults.at(-1)).toMatchObject({ code: "unknown_id", id: 1 });
});

test("F7: an error with a null id is a typed fault, and the pending exchange goes on", async () => {
  const { connection, peer, faults } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  peer.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}');
  await arrived();
  expect(faults).toMatchObject([{ code: "null_id" }]);
  peer.send(result(1));
  expect((await outcome).type).toBe("response");
});

test("F8: a reply cut by a newline fails its exchange at once, with the raw line", async () => {
  const { connection, peer } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  const cut = '{"jsonrpc":"2.0","id":1,"result":{"text":"half';
  peer.send(cut);
  peer.send(' of it"}}');
  expect(await outcome).toMatchObject({
    type: "malformed",
    fault: { code: "not_json", text: cut },
  });
});

test("F8: a cut reply that names no id is the cause of the deadline that follows", async () => {
  const { connection, peer, clock } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  peer.send('{"jsonrpc":"2.0","result":{"text":"half');
  await arrived();
  clock.advance(1000);
  expect(await outcome).toMatchObject({
    type: "timed_out",
    limit: "total",
    afterMs: 1000,
    fault: { code: "not_json" },
  });
});

test("an invalid envelope that carries a pending id settles that exchange and no other", async () => {
  const { connection, peer } = await open();
  connection.settle(MODERN);
  const first = connection.exchange(request(connection), plain);
  const second = connection.exchange(request(connection), plain);
  peer.send('{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"both"}}');
  peer.send(result(2));
  expect(await first).toMatchObject({ type: "malformed", fault: { code: "result_and_error" } });
  expect((await second).type).toBe("response");
});

test("closing settles every pending exchange, and later ones are refused with the same reason", async () => {
  const { connection, sent } = await open();
  const pending = connection.exchange(request(connection), { totalMs: null, onAbandon: "cancel" });
  await arrived();
  const reason = await connection.close();
  expect(await pending).toMatchObject({ type: "closed", reason: { type: "local" }, written: true });
  expect(await connection.exchange(request(connection), plain)).toMatchObject({
    type: "closed",
    written: false,
  });
  expect(await connection.notify({ jsonrpc: "2.0", method: "notifications/x" })).toMatchObject({
    type: "closed",
  });
  expect(await connection.closed).toEqual(reason);
  expect(sent).toHaveLength(1);
});

test("the peer's end settles every pending exchange with its reason", async () => {
  const { connection, peer } = await open();
  const pending = [1, 2, 3].map(() => connection.exchange(request(connection), plain));
  peer.end({
    type: "exited",
    message: "gone",
    exit: { exitCode: 3, signal: null, stderr: ["no key"] },
  });
  for (const outcome of await Promise.all(pending)) {
    expect(outcome).toMatchObject({
      type: "closed",
      reason: { type: "exited", exit: { exitCode: 3, stderr: ["no key"] } },
    });
  }
  expect((await connection.closed).type).toBe("exited");
  expect((await connection.close()).type).toBe("exited");
});

test("a caller that breaks the contract is told before anything is sent", async () => {
  const { connection, sent } = await open({ maxPending: 3 });
  const one = request(connection);
  void connection.exchange(one, plain);
  await expect(connection.exchange(one, plain)).rejects.toMatchObject({ code: "duplicate_id" });
  void connection.exchange(request(connection), plain);
  for (const wrong of [{ totalMs: Number.NaN }, { totalMs: -1 }, { totalMs: 1, idleMs: -1 }]) {
    await expect(
      connection.exchange(request(connection), { ...wrong, onAbandon: "cancel" }),
    ).rejects.toMatchObject({ code: "invalid_deadline" });
  }
  await expect(
    connection.notify({ jsonrpc: "2.0", method: "x", params: { big: 1n } }),
  ).rejects.toMatchObject({ code: "not_serializable" });
  void connection.exchange(request(connection), plain);
  await expect(connection.exchange(request(connection), plain)).rejects.toMatchObject({
    code: "too_many_pending",
  });
  await arrived();
  expect(sent).toHaveLength(3);
});

test("ids of any kind, also ones that share a slot, find their own calls", async () => {
  const { connection, peer } = await open();
  connection.settle(MODERN);
  const ids = [1, 1025, 2049, -1023, "1", "1025", 0, -0 + 1024, 2 ** 40 + 1];
  const calls = ids.map((id) => connection.exchange({ jsonrpc: "2.0", id, method: "x" }, plain));
  for (const id of [...ids].reverse()) peer.send(result(id, { for: id }));
  for (const [index, call] of calls.entries()) {
    expect(await call).toMatchObject({ response: { id: ids[index], result: { for: ids[index] } } });
  }
  const last = connection.exchange({ jsonrpc: "2.0", id: 1025, method: "x" }, plain);
  peer.send(result(1025));
  expect((await last).type).toBe("response");
});

test("no two pending requests share an id, and every reply goes to its own call", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 30 }), { maxLength: 30 }), async (order) => {
      const { connection, peer, sent } = await open();
      connection.settle(MODERN);
      const calls = Array.from({ length: 31 }, () => {
        const one = request(connection);
        return { id: one.id, outcome: connection.exchange(one, plain) };
      });
      await arrived();
      expect(new Set(sent.map(({ id }) => id)).size).toBe(31);
      const answered = new Set(order);
      for (const index of answered) peer.send(result(calls[index]?.id, { index }));
      for (const index of answered) {
        expect(await calls[index]?.outcome).toMatchObject({ response: { result: { index } } });
      }
      await connection.close();
      for (const [index, call] of calls.entries()) {
        if (!answered.has(index)) expect((await call.outcome).type).toBe("closed");
      }
    }),
    { numRuns: 40 },
  );
});
