import { expect, test } from "vitest";
import { ManualClock, multiplex, type Respond } from "../src/index.js";
import { arrived, open, request, result } from "./harness.js";

const plain = { totalMs: 1000, onAbandon: "cancel" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;
const sampling = { jsonrpc: "2.0", id: 7, method: "sampling/createMessage", params: {} } as const;
const cycle: { self?: unknown } = {};
cycle.self = cycle;
const throwing = {
  toJSON() {
    throw new Error("no");
  },
};
const BAD: [string, object][] = [
  ["a BigInt", { used: 10n }],
  ["a cycle", cycle],
  ["a toJSON that throws", throwing],
];
const NOT_JSON = expect.objectContaining({ code: "not_serializable" });

async function asked() {
  const harness = await open();
  const { connection, peer } = harness;
  connection.settle(LEGACY);
  const over: boolean[] = [];
  let respond: Respond = () => {};
  connection.on({
    request: (_request, answer, signal) => {
      respond = answer;
      signal.addEventListener("abort", () => over.push(true));
    },
  });
  const call = connection.exchange(request(connection), plain);
  peer.send(sampling);
  await arrived();
  return { ...harness, call, over, respond: (answer: object) => respond(answer as never) };
}

test.each(BAD)(
  "an answer with %s in it is told to its host, and its server gets an error",
  async (_, result) => {
    const { sent, clock, respond, over, call } = await asked();
    clock.advance(500_000);
    expect(() => respond({ result })).toThrow(NOT_JSON);
    // It is over: what follows changes nothing, and what cannot be written is not even looked at.
    respond({ result: {} });
    respond({ result });
    await arrived();
    expect(sent.filter(({ id }) => id === 7)).toMatchObject([{ id: 7, error: { code: -32603 } }]);
    expect(over).toEqual([true]);
    // The clocks of the calls run again.
    clock.advance(1000);
    expect(await call).toMatchObject({ type: "timed_out", limit: "total" });
    expect(clock.waiting).toBe(0);
  },
);

test.each(BAD)(
  "a request and a notification with %s in them are refused, and nothing of them is left",
  async (_, params) => {
    const { connection, sent, clock } = await open();
    connection.settle(LEGACY);
    const bad = { ...request(connection), params } as never;
    await expect(connection.exchange(bad, plain)).rejects.toEqual(NOT_JSON);
    const method = "notifications/roots/list_changed";
    await expect(connection.notify({ jsonrpc: "2.0", method, params } as never)).rejects.toEqual(
      NOT_JSON,
    );
    await arrived();
    expect([sent, clock.waiting]).toEqual([[], 0]);
  },
);

test("what a server asks during the only call is over when that is given up, and the clocks of later ones run", async () => {
  const { connection, peer, sent, clock } = await open();
  connection.settle(LEGACY);
  const over: unknown[] = [];
  connection.on({
    request: ({ id }, _respond, signal) => signal.addEventListener("abort", () => over.push(id)),
  });
  const abort = new AbortController();
  const first = connection.exchange(request(connection), { ...plain, signal: abort.signal });
  peer.send(sampling);
  await arrived();
  const second = connection.exchange(request(connection), plain);
  // By then there are two calls it could be for.
  peer.send({ ...sampling, id: 8 });
  await arrived();
  clock.advance(5000);
  abort.abort();
  expect(await first).toMatchObject({ type: "aborted" });
  await arrived();
  expect(over).toEqual([7]);
  expect(sent.filter(({ id }) => id === 7)).toMatchObject([{ error: { code: -32603 } }]);
  peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 8 } });
  await arrived();
  clock.advance(1000);
  expect(await second).toMatchObject({ type: "timed_out" });
});

test("what a server asks on the reply stream of a call is over with that call, and with no other", async () => {
  const clock = new ManualClock();
  const mux = multiplex(
    { send: () => {}, close: async () => ({ type: "local", message: "closed" }) },
    { clock },
  );
  const { connection } = mux;
  connection.settle(LEGACY);
  const over: unknown[] = [];
  connection.on({
    request: ({ id }, _respond, signal) => signal.addEventListener("abort", () => over.push(id)),
  });
  const aborts = [1, 2].map(() => new AbortController());
  const [first, second] = aborts.map(({ signal }) =>
    connection.exchange(request(connection), { ...plain, signal }),
  );
  const ask = (id: string, stream?: number) =>
    mux.received([{ type: "request", message: { ...sampling, id }, text: "" }], stream);
  ask("of the first", 1);
  ask("of the second", 2);
  ask("of a stream that is no call's", -1);
  ask("of nobody");
  aborts[0]?.abort();
  expect(await first).toMatchObject({ type: "aborted" });
  expect(over).toEqual(["of the first"]);
  aborts[1]?.abort();
  expect(await second).toMatchObject({ type: "aborted" });
  expect(over).toEqual(["of the first", "of the second"]);
  await connection.close();
  expect(over).toHaveLength(4);
});

test("an answer tells for how long the clocks of its call stood still", async () => {
  for (const answeredFirst of [true, false]) {
    const { clock, peer, respond, call } = await asked();
    clock.advance(600);
    if (answeredFirst) respond({ result: {} });
    await arrived();
    clock.advance(answeredFirst ? 300 : 0);
    peer.send(result(1));
    expect(await call).toMatchObject({ type: "response", stoodMs: 600 });
  }
  const { connection, peer } = await open();
  connection.settle(LEGACY);
  const call = connection.exchange(request(connection), plain);
  peer.send(result(1));
  expect(await call).not.toHaveProperty("stoodMs");
});
