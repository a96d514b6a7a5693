import { expect, test } from "vitest";
import type { ExchangeOptions, ExchangeOutcome } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;

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
  const first = connection.exchange(request(connection), { ...plain, totalMs: 500 });
  const others = Array.from({ length: 1024 }, () =>
    connection.exchange(request(connection), plain),
  );
  clock.advance(1000);
  await Promise.all([first, ...others]);
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

test("a deadline that this side sees too late lets what has arrived be read first", async () => {
  const { connection, peer, clock } = await open();
  connection.settle(MODERN);
  const answered = connection.exchange(request(connection), plain);
  const silent = connection.exchange(request(connection), plain);
  // The host was busy for two seconds: the timer rings long after its moment.
  const stalled = clock.now.bind(clock);
  clock.now = () => stalled() + 1000;
  clock.advance(1000);
  peer.send(result(1));
  await arrived();
  expect((await answered).type).toBe("response");
  clock.advance(1);
  expect(await silent).toMatchObject({ type: "timed_out", limit: "total" });
});
