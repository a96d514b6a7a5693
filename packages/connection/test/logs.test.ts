import { LOG_LEVEL_KEY, type Request } from "@x/wire";
import { expect, test } from "vitest";
import { type Connection, type ExchangeOptions, ManualClock, multiplex } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;
const LOG = {
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", data: "x" },
};

const logging = (connection: Connection): Request => ({
  ...request(connection),
  params: { _meta: { [LOG_LEVEL_KEY]: "info" } },
});

test("W45: a log message that no request of a modern server asked for is a fault, and is not handed on", async () => {
  const { connection, peer, faults, notifications, late } = await open();
  connection.settle(MODERN);
  const silent = connection.exchange(request(connection), plain);
  peer.send(LOG as never);
  peer.send(result(1));
  await silent;
  expect(faults).toMatchObject([
    {
      code: "invalid_notification",
      message:
        "The peer sent a notification that has no place: it logs for a request, which did not ask for log messages.",
    },
  ]);
  const asking = connection.exchange(logging(connection), plain);
  peer.send(LOG as never);
  peer.send(result(2));
  await asking;
  expect(notifications).toEqual([LOG]);
  // Before the answer, and not behind it.
  peer.send(LOG as never);
  await arrived();
  expect({ faults: faults.length, notifications: notifications.length, late }).toEqual({
    faults: 2,
    notifications: 1,
    late: [],
  });
});

test("W45: on a stream it is the stream's request that has to have asked", () => {
  const mux = multiplex(
    { send: () => {}, close: async () => ({ type: "local", message: "" }) },
    { clock: new ManualClock() },
  );
  const { connection } = mux;
  const told: unknown[] = [];
  connection.on({
    notification: () => told.push("handed on"),
    fault: ({ message }) => told.push(message),
  });
  connection.settle(MODERN);
  void connection.exchange(request(connection), plain);
  void connection.exchange(logging(connection), plain);
  for (const stream of [1, 2]) {
    mux.received([{ type: "notification", message: LOG as never, text: "" }], stream);
  }
  expect(told).toEqual([
    "The peer sent a notification that has no place: it logs for request 1, which did not ask for log messages.",
    "handed on",
  ]);
});

test("W45: what a server logs for a request that was given up is late, and nobody's fault", async () => {
  const { connection, peer, clock, faults, notifications, late } = await open();
  connection.settle(MODERN);
  const given = connection.exchange(logging(connection), plain);
  clock.advance(1000);
  expect((await given).type).toBe("timed_out");
  peer.send(LOG as never);
  await arrived();
  expect({ faults, notifications, late }).toEqual({ faults: [], notifications: [], late: [LOG] });
});

test("a legacy server logs as it likes", async () => {
  const { connection, peer, faults, notifications } = await open();
  connection.settle(LEGACY);
  peer.send(LOG as never);
  await arrived();
  expect({ faults, notifications }).toEqual({ faults: [], notifications: [LOG] });
});
