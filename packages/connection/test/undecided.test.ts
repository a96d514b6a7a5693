import { expect, test } from "vitest";
import { type CloseReason, type ExchangeOptions, ManualClock, multiplex } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };
const LOCAL: CloseReason = { type: "local", message: "closed" };

test("F6: while negotiating, a response with a foreign id settles the exchange as malformed", async () => {
  const { connection, peer } = await open();
  const outcome = connection.exchange(request(connection, "server/discover"), plain);
  peer.send(result("1"));
  expect(await outcome).toMatchObject({
    type: "malformed",
    fault: { code: "unknown_id", id: "1" },
  });
});

test("a usable answer that follows an unusable one is late, not a second fault", async () => {
  const { connection, peer, faults, late } = await open();
  const outcome = connection.exchange(request(connection, "server/discover"), plain);
  peer.send(result("1"));
  expect((await outcome).type).toBe("malformed");
  peer.send(result(1));
  await arrived();
  expect(faults).toHaveLength(1);
  expect(late).toMatchObject([{ id: 1 }]);
});

test("an answer that was too large can be followed by a usable one, which is late", async () => {
  const clock = new ManualClock();
  const mux = multiplex({ send: () => {}, close: async () => LOCAL }, { clock });
  const late: unknown[] = [];
  mux.connection.on({ late: (message) => late.push(message) });
  const outcome = mux.connection.exchange(request(mux.connection, "server/discover"), plain);
  mux.received([{ type: "too_large", limitBytes: 1, sizeBytes: 2, text: "{", id: 1 }]);
  expect((await outcome).type).toBe("too_large");
  mux.received([{ type: "response", message: { jsonrpc: "2.0", id: 1, result: {} }, text: "" }]);
  expect(late).toHaveLength(1);
});

test("while negotiating, a second answer to an id is a fault and is heard as late", async () => {
  const { connection, peer, faults, late } = await open();
  const outcome = connection.exchange(request(connection, "server/discover"), plain);
  peer.send('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}');
  await outcome;
  const initialize = connection.exchange(request(connection, "initialize"), plain);
  peer.send(result(1));
  peer.send(result(2));
  expect((await initialize).type).toBe("response");
  expect(faults).toMatchObject([{ code: "unknown_id", id: 1 }]);
  expect(late).toMatchObject([{ id: 1 }]);
});

test("what is late while an undecided connection is being closed is still heard", async () => {
  const clock = new ManualClock();
  let closed = (): void => {};
  const mux = multiplex(
    {
      send: () => {},
      close: () =>
        new Promise((resolve) => {
          closed = () => resolve(LOCAL);
        }),
    },
    { clock },
  );
  const late: unknown[] = [];
  mux.connection.on({ late: (message) => late.push(message) });
  const probe = mux.connection.exchange(request(mux.connection, "server/discover"), plain);
  clock.advance(1000);
  expect((await probe).type).toBe("timed_out");
  const closing = mux.connection.close();
  mux.received([{ type: "response", message: { jsonrpc: "2.0", id: 1, result: {} }, text: "" }]);
  expect(late).toHaveLength(1);
  closed();
  await closing;
});
