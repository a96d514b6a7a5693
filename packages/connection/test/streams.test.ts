import type { Message } from "@x/wire";
import { expect, test } from "vitest";
import { type Fault, ManualClock, multiplex } from "../src/index.js";

const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const plain = { totalMs: 1000, onAbandon: "cancel" } as const;
const ask = (id: number, method = "tools/call") => ({ jsonrpc: "2.0", id, method }) as const;
const answer = (id: number) =>
  ({
    type: "response",
    message: { jsonrpc: "2.0", id, result: { resultType: "complete" } },
    text: "",
  }) as const;
const note = (method: string, params = {}) =>
  ({ type: "notification", message: { jsonrpc: "2.0", method, params }, text: "" }) as const;

/** A channel that has a reply stream for each request, as over HTTP. */
function streams({ tells = true } = {}) {
  const sent: { message: Message; headers: object | undefined }[] = [];
  const abandoned: unknown[] = [];
  const settled: unknown[] = [];
  const dones: ((sent: boolean, problem?: string) => void)[] = [];
  const clock = new ManualClock();
  const mux = multiplex(
    {
      send: (_frame, done, message, headers) => {
        sent.push({ message, headers });
        if (done !== undefined) dones.push(done);
      },
      abandon: (id) => {
        abandoned.push(id);
        return tells;
      },
      settled: (era) => settled.push(era),
      close: async () => ({ type: "local", message: "closed" }),
    },
    { clock },
  );
  const faults: Fault[] = [];
  const notes: string[] = [];
  mux.connection.on({
    fault: (fault) => faults.push(fault),
    notification: ({ method }) => notes.push(method),
  });
  return { mux, clock, sent, abandoned, settled, dones, faults, notes };
}

test("a channel is given what a frame says, and the headers of its exchange", () => {
  const { mux, sent, settled } = streams();
  mux.connection.settle(MODERN);
  void mux.connection.exchange(ask(1), { ...plain, headers: { "mcp-param-region": "eu" } });
  expect(sent).toEqual([{ message: ask(1), headers: { "mcp-param-region": "eu" } }]);
  expect(settled).toEqual([MODERN]);
});

test("H2: a response on another request's stream is a fault and is not delivered, on its own it is", async () => {
  const { mux, faults } = streams();
  mux.connection.settle(MODERN);
  const first = mux.connection.exchange(ask(1), plain);
  mux.received([answer(1)], 2);
  expect(faults).toMatchObject([{ code: "unknown_id", id: 1 }]);
  expect(faults[0]?.message).toMatch(/1 on the stream of request 2/);
  mux.received([answer(1)], 1);
  expect((await first).type).toBe("response");
});

test("what names no other owner on a modern request's stream is that request's, where it listens", async () => {
  const { mux, notes } = streams();
  mux.connection.settle(MODERN);
  const own: string[] = [];
  const onNotification = ({ method }: { method: string }): void => void own.push(method);
  void mux.connection.exchange(ask(1), { ...plain, onNotification });
  void mux.connection.exchange(ask(2), plain);
  mux.received([note("notifications/tools/list_changed")], 1);
  mux.received([note("notifications/tools/list_changed")], 2);
  expect({ own, notes }).toEqual({
    own: ["notifications/tools/list_changed"],
    notes: ["notifications/tools/list_changed"],
  });
});

test("progress of one request on the stream of another is a fault", () => {
  const { mux, faults } = streams();
  mux.connection.settle(MODERN);
  const own: unknown[] = [];
  void mux.connection.exchange(ask(1), { ...plain, onNotification: (one) => void own.push(one) });
  void mux.connection.exchange(ask(2), plain);
  mux.received([note("notifications/progress", { progressToken: 1, progress: 1 })], 2);
  expect(own).toEqual([]);
  expect(faults).toMatchObject([{ code: "invalid_notification" }]);
});

test("a legacy server says what concerns the connection on any stream", () => {
  const { mux, notes } = streams();
  mux.connection.settle({ era: "legacy", revision: "2025-11-25" });
  void mux.connection.exchange(ask(1), { ...plain, onNotification: () => {} });
  mux.received([note("notifications/tools/list_changed")], 1);
  expect(notes).toEqual(["notifications/tools/list_changed"]);
});

test("an exchange is settled by its channel where no frame does it, once", async () => {
  const { mux } = streams();
  const first = mux.connection.exchange(ask(1), plain);
  mux.settle(1, { type: "stream_ended", message: "It ended." });
  mux.settle(1, { type: "unreachable", code: "E", message: "late" });
  mux.settle(9, { type: "unreachable", code: "E", message: "nobody's" });
  expect(await first).toEqual({ type: "stream_ended", message: "It ended." });
});

test("T3: a channel that ends the stream has told the server, another one sends the cancellation", async () => {
  for (const tells of [true, false]) {
    const { mux, clock, sent, abandoned } = streams({ tells });
    mux.connection.settle(MODERN);
    const call = mux.connection.exchange(ask(1), plain);
    const quiet = mux.connection.exchange(ask(2), { ...plain, onAbandon: "silent" });
    const handshake = mux.connection.exchange(ask(3, "initialize"), plain);
    clock.advance(1000);
    for (const one of [call, quiet, handshake]) expect((await one).type).toBe("timed_out");
    expect(abandoned).toEqual([1]);
    const cancelled = sent.filter(
      ({ message }) => "method" in message && message.method === "notifications/cancelled",
    );
    expect(cancelled).toHaveLength(tells ? 0 : 1);
  }
});

test("a notification that was refused is not delivered, and the connection lives on", async () => {
  const { mux, dones } = streams();
  const first = mux.connection.notify({ jsonrpc: "2.0", method: "a" });
  dones[0]?.(false, "HTTP 400");
  expect(await first).toEqual({ type: "not_delivered", message: "HTTP 400" });
  const second = mux.connection.notify({ jsonrpc: "2.0", method: "b" });
  void mux.connection.close();
  dones[1]?.(false, "closed");
  expect(await second).toMatchObject({ type: "closed", reason: { type: "local" } });
});

test("while an exchange is held its deadlines stand still, and go on where they stood", async () => {
  const { mux, clock } = streams();
  const held = mux.connection.exchange(ask(1), plain);
  const other = mux.connection.exchange(ask(2), plain);
  clock.advance(400);
  const release = mux.hold(1);
  clock.advance(60_000);
  expect(await other).toMatchObject({ type: "timed_out", afterMs: 1000 });
  release();
  release();
  let over = false;
  void held.then(() => {
    over = true;
  });
  clock.advance(599);
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  expect(over).toBe(false);
  clock.advance(1);
  expect((await held).type).toBe("timed_out");
  mux.hold(9)();
});
