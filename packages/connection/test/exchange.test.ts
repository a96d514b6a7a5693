import fc from "fast-check";
import { expect, test } from "vitest";
import type { ExchangeOptions, ExchangeOutcome } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;

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

test("F6: while negotiating, a response with a foreign id settles the exchange as malformed", async () => {
  const { connection, peer } = await open();
  const outcome = connection.exchange(request(connection, "server/discover"), plain);
  peer.send(result("1"));
  expect(await outcome).toMatchObject({
    type: "malformed",
    fault: { code: "unknown_id", id: "1" },
  });
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

test("T1: a silent peer times out at the total limit and is told so on the wire", async () => {
  const { connection, clock, sent } = await open();
  connection.settle(MODERN);
  let outcome: ExchangeOutcome | undefined;
  void connection
    .exchange(request(connection), { totalMs: 500, onAbandon: "cancel" })
    .then((one) => {
      outcome = one;
    });
  await arrived();
  clock.advance(499);
  await arrived();
  expect(outcome).toBeUndefined();
  clock.advance(1);
  await arrived();
  expect(outcome).toMatchObject({ type: "timed_out", limit: "total", afterMs: 500 });
  expect(sent.at(-1)).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: 1 },
  });
});

test("a silent abandonment tells the peer nothing, and initialize is never cancelled", async () => {
  const { connection, clock, sent } = await open();
  const silent = connection.exchange(request(connection, "server/discover"), {
    totalMs: 500,
    onAbandon: "silent",
  });
  const initialize = connection.exchange(request(connection, "initialize"), plain);
  await arrived();
  clock.advance(1000);
  expect((await silent).type).toBe("timed_out");
  expect((await initialize).type).toBe("timed_out");
  await arrived();
  expect(sent.map(({ method }) => method)).toEqual(["server/discover", "initialize"]);
});

test("F9: a reply after the deadline and progress for a finished call are late, not faults", async () => {
  const { connection, peer, clock, faults, late } = await open();
  connection.settle(MODERN);
  const outcome = connection.exchange(request(connection), plain);
  await arrived();
  clock.advance(1000);
  await outcome;
  const progress = {
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: 1, progress: 1 },
  } as const;
  peer.send(progress);
  peer.send(result(1));
  await arrived();
  expect(faults).toEqual([]);
  expect(late).toMatchObject([{ method: "notifications/progress" }, { id: 1 }]);
});

test("the last 1,024 abandoned ids are remembered, older ones are unknown again", async () => {
  const { connection, peer, clock, faults, late } = await open();
  connection.settle(MODERN);
  const all = Array.from({ length: 1025 }, () => connection.exchange(request(connection), plain));
  clock.advance(1000);
  await Promise.all(all);
  peer.send(result(1));
  peer.send(result(2));
  await arrived();
  expect(faults).toMatchObject([{ code: "unknown_id", id: 1 }]);
  expect(late).toMatchObject([{ id: 2 }]);
});

test("the first limit ends with the first thing that comes back, the idle limit counts between two", async () => {
  const { connection, peer, clock } = await open();
  connection.settle(MODERN);
  const seen: unknown[] = [];
  let outcome: ExchangeOutcome | undefined;
  void connection
    .exchange(request(connection), {
      totalMs: 10_000,
      firstMs: 1000,
      idleMs: 2000,
      onAbandon: "cancel",
      onNotification: (one) => seen.push(one.params?.["progress"]),
    })
    .then((one) => {
      outcome = one;
    });
  const progress = async (value: number): Promise<void> => {
    peer.send(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":${value}}}`,
    );
    await arrived();
  };
  clock.advance(999);
  await progress(1);
  clock.advance(1999);
  await progress(2);
  clock.advance(1999);
  await arrived();
  expect(outcome).toBeUndefined();
  expect(seen).toEqual([1, 2]);
  clock.advance(1);
  await arrived();
  expect(outcome).toMatchObject({ type: "timed_out", limit: "idle" });
});

test("the first limit runs out where nothing comes back", async () => {
  const { connection, clock } = await open();
  const outcome = connection.exchange(request(connection), { ...plain, firstMs: 100 });
  clock.advance(100);
  expect(await outcome).toMatchObject({ type: "timed_out", limit: "first", afterMs: 100 });
});

test("T2: progress keeps a call alive until its total limit and not beyond", async () => {
  const { connection, peer, clock } = await open();
  connection.settle(MODERN);
  let outcome: ExchangeOutcome | undefined;
  void connection
    .exchange(request(connection), { totalMs: 10_000, idleMs: 2000, onAbandon: "cancel" })
    .then((one) => {
      outcome = one;
    });
  for (let second = 1; second < 10; second += 1) {
    clock.advance(1000);
    peer.send(
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
    );
    await arrived();
    expect(outcome).toBeUndefined();
  }
  clock.advance(1000);
  await arrived();
  expect(outcome).toMatchObject({ type: "timed_out", limit: "total", afterMs: 10_000 });
});

test("P10: until the peer's first byte the start limit runs instead of the total one", async () => {
  const { connection, peer, clock } = await open();
  let outcome: ExchangeOutcome | undefined;
  void connection
    .exchange(request(connection), { totalMs: 500, startMs: 60_000, onAbandon: "silent" })
    .then((one) => {
      outcome = one;
    });
  clock.advance(45_000);
  await arrived();
  expect(outcome).toBeUndefined();
  peer.send("installing…");
  await arrived();
  clock.advance(499);
  await arrived();
  expect(outcome).toBeUndefined();
  clock.advance(1);
  await arrived();
  expect(outcome).toMatchObject({ type: "timed_out", limit: "total" });
});

test("the start limit itself runs out on a peer that never gives a byte", async () => {
  const { connection, clock } = await open();
  const outcome = connection.exchange(request(connection), { ...plain, startMs: 60_000 });
  clock.advance(60_000);
  expect(await outcome).toMatchObject({ type: "timed_out", limit: "start", afterMs: 60_000 });
});

test("T3: the caller's abort is told apart from a deadline, and is cancelled on the wire", async () => {
  const { connection, sent } = await open();
  connection.settle(LEGACY);
  const controller = new AbortController();
  const outcome = connection.exchange(request(connection), { ...plain, signal: controller.signal });
  await arrived();
  controller.abort("enough");
  expect(await outcome).toEqual({ type: "aborted", reason: "enough" });
  await arrived();
  expect(sent.at(-1)).toMatchObject({ method: "notifications/cancelled" });
  expect(
    await connection.exchange(request(connection), { ...plain, signal: controller.signal }),
  ).toEqual({ type: "aborted", reason: "enough" });
  expect(sent).toHaveLength(2);
});

test("no timer is started for a call that is answered while an earlier one stands, none is left after close", async () => {
  const { connection, peer, clock } = await open();
  connection.settle(MODERN);
  for (let id = 1; id <= 50; id += 1) {
    const outcome = connection.exchange(request(connection), plain);
    peer.send(result(id));
    await outcome;
    expect(clock.waiting).toBe(1);
  }
  await connection.close();
  expect(clock.waiting).toBe(0);
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
  const { connection, sent } = await open({ maxPending: 2 });
  const one = request(connection);
  void connection.exchange(one, plain);
  await expect(connection.exchange(one, plain)).rejects.toMatchObject({ code: "duplicate_id" });
  void connection.exchange(request(connection), plain);
  await expect(connection.exchange(request(connection), plain)).rejects.toMatchObject({
    code: "too_many_pending",
  });
  await expect(
    connection.notify({ jsonrpc: "2.0", method: "x", params: { big: 1n } }),
  ).rejects.toMatchObject({ code: "not_serializable" });
  await arrived();
  expect(sent).toHaveLength(2);
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
