import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { arrived, open, request, result } from "./harness.js";

const MODERN = { era: "modern", revision: "2026-07-28" } as const;

/** A call that is under way, what is said of its progress, and a way to say it. */
async function underWay() {
  const one = await open();
  one.connection.settle(MODERN);
  const told: unknown[] = [];
  const outcome = one.connection.exchange(request(one.connection), {
    totalMs: 10_000,
    idleMs: 1000,
    onAbandon: "cancel",
    onNotification: ({ params }) => told.push(params?.["progress"]),
  });
  await arrived();
  const say = async (...all: readonly JsonObject[]): Promise<void> => {
    for (const params of all) {
      one.peer.send({ jsonrpc: "2.0", method: "notifications/progress", params });
    }
    await arrived();
  };
  return { ...one, outcome, told, say };
}

test("progress that does not grow is a fault, once for each request, and is told as it came", async () => {
  const { say, told, faults } = await underWay();
  const values = [-1, 0, 0.5, 0.5, 0.25, 2, 1, 2, 3];
  await say(...values.map((progress) => ({ progressToken: 1, progress, total: 1 })));
  expect(told).toEqual(values);
  expect(faults).toMatchObject([
    { code: "invalid_notification", message: expect.stringContaining("progress of request 1") },
  ]);
  expect(faults[0]?.text).toContain('"progress":0.5');
});

test("progress that does not grow is a sign of life all the same", async () => {
  const { say, told, clock, peer, outcome } = await underWay();
  for (let nth = 0; nth < 9; nth += 1) {
    clock.advance(999);
    await say({ progressToken: 1, progress: 7 });
  }
  expect(told).toEqual(Array(9).fill(7));
  peer.send(result(1));
  expect((await outcome).type).toBe("response");
});

test("each request has its progress for itself", async () => {
  const { connection, say, told } = await underWay();
  const others: unknown[] = [];
  void connection.exchange(request(connection), {
    totalMs: null,
    onAbandon: "cancel",
    onNotification: ({ params }) => others.push(params?.["progress"]),
  });
  await say({ progressToken: 1, progress: 50 }, { progressToken: 2, progress: 1 });
  await say({ progressToken: "1", progress: 60 }, { progressToken: 1, progress: 51 });
  expect({ told, others }).toEqual({ told: [50, 51], others: [1] });
});
