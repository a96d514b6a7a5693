import { expect, test } from "vitest";
import { arrived, open, request } from "./harness.js";

const MODERN = { era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;

test("every error that this side makes by itself has a code of JSON-RPC's own, and is one sentence", async () => {
  const { connection, peer, clock, sent } = await open({ inputMs: 5000 });
  connection.settle(LEGACY);
  peer.send({ jsonrpc: "2.0", id: "nobody's", method: "sampling/createMessage" });
  await arrived();
  connection.on({ request: () => {} });
  for (let id = 0; id < 1001; id += 1) peer.send({ jsonrpc: "2.0", id, method: "roots/list" });
  await arrived();
  clock.advance(5000);
  await arrived();
  const errors = sent.map(({ id, error }) => ({ id, ...(error as { code: number }) }));
  expect(errors).toHaveLength(1002);
  // Nobody handles it, too many are open, and nobody answers in time.
  expect(errors.slice(0, 2)).toMatchObject([
    { id: "nobody's", code: -32601 },
    { id: 1000, code: -32603 },
  ]);
  expect(new Set(errors.slice(2).map(({ code }) => code))).toEqual(new Set([-32603]));
  for (const error of errors) {
    expect(error).toEqual({
      id: error.id,
      code: error.code,
      message: expect.stringMatching(/^[^.\n]{1,120}\.$/),
    });
  }
});

test.each([undefined, LEGACY, MODERN])(
  "no notification is ever answered, in the era %o",
  async (era) => {
    const { connection, peer, sent } = await open();
    if (era !== undefined) connection.settle(era);
    connection.on({ request: () => expect.unreachable("it is no request") });
    void connection.exchange(request(connection), { totalMs: null, onAbandon: "cancel" });
    for (const [method, params] of [
      ["notifications/tools/list_changed"],
      ["notifications/progress", { progressToken: 1, progress: 1 }],
      ["notifications/progress", { progressToken: 99, progress: 1 }],
      ["notifications/progress", {}],
      ["notifications/cancelled", { requestId: 1 }],
      ["notifications/cancelled", { requestId: {} }],
      ["notifications/message", { level: "debug" }],
      ["notifications/nobody/knows"],
      // Methods of requests, without an id.
      ["ping"],
      ["roots/list"],
    ] as const) {
      peer.send({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) });
    }
    await arrived();
    expect(sent.map(({ method }) => method)).toEqual(["tools/call"]);
  },
);
