import process from "node:process";
import type { Fault } from "@x/connection";
import { expect, test } from "vitest";
import { fixture, request, type Started, start } from "./support/start.js";

const MB = 1024 * 1024;

async function scripted(pieces: readonly string[], ...how: readonly string[]): Promise<Started> {
  return start(fixture("scripted", JSON.stringify(pieces), ...how));
}

test("F1: a banner, JSON that is not JSON-RPC and a byte order mark are faults; the exchange works", async () => {
  const { connection } = await scripted([
    "\uFEFFStarting server on stdio...\n",
    '{"level":"info","msg":"ready"}\n',
    '{"jsonrpc":"2.0","id":1,"result":{"ok":true}}\n',
  ]);
  const faults: Fault[] = [];
  connection.on({ fault: (fault) => faults.push(fault) });
  expect(await request(connection, "a")).toMatchObject({ response: { result: { ok: true } } });
  expect(faults.map(({ code }) => code)).toEqual(["byte_order_mark", "not_json", "wrong_jsonrpc"]);
  expect(faults[1]?.text).toContain("Starting server on stdio...");
});

test.each(["whole", "bytes"])(
  "F2: characters of several bytes arrive intact, written %s",
  async (how) => {
    const { connection } = await scripted(
      [
        '{"jsonrpc":"2.0","id":2,"result":{}}\r\n{"jsonrpc":"2.0","id":1,"result":{"text":"é😀"}}\r\n',
      ],
      how,
    );
    const outcomes = await Promise.all([request(connection, "a"), request(connection, "b")]);
    expect(outcomes).toMatchObject([
      { response: { id: 1, result: { text: "é😀" } } },
      { response: { id: 2, result: {} } },
    ]);
  },
);

test("F3: 32 MiB in 4 KiB writes take linear time, and a few times the frame in memory", async () => {
  const { connection } = await start(fixture("large"));
  let peak = 0;
  const sample = (): void => {
    const { heapUsed, external } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + external);
  };
  sample();
  const before = peak;
  const timer = setInterval(sample, 5);
  const started = process.cpuUsage();
  const outcome = await request(connection, "a", { bytes: 32 * MB });
  const { user, system } = process.cpuUsage(started);
  clearInterval(timer);
  expect(outcome.type).toBe("response");
  // Copying what is held with every chunk would move 8 GiB: several seconds of work.
  expect(user + system).toBeLessThan(2_000_000);
  expect(peak - before).toBeLessThan(6 * 32 * MB);
}, 20_000);

test("F4: a frame just below the limit and the next one right behind it both arrive", async () => {
  const { connection } = await start(fixture("large"), { maxFrameBytes: 10_000_000 });
  const outcomes = await Promise.all([
    request(connection, "a", { bytes: 9_900_000, alsoAnswer: 2 }),
    connection.exchange(
      { jsonrpc: "2.0", id: 2, method: "b", params: { bytes: 100 } },
      { totalMs: 10_000, onAbandon: "cancel" },
    ),
  ]);
  expect(outcomes).toMatchObject([{ type: "response" }, { type: "response" }]);
});

test("F5: a frame over the limit fails the call it answers, with limit and size, and no other", async () => {
  const { connection } = await start(fixture("large"), { maxFrameBytes: 1_000_000 });
  expect(await request(connection, "a", { bytes: 3_000_000 })).toMatchObject({
    type: "too_large",
    limitBytes: 1_000_000,
    sizeBytes: expect.toSatisfy((size: number) => size > 1_000_000 && size <= 3_000_000),
  });
  expect(await request(connection, "b", { bytes: 100 })).toMatchObject({ type: "response" });
});

test("F5: a frame over the limit that answers no known call ends the connection and its process", async () => {
  const { connection } = await start(fixture("large"), { maxFrameBytes: 1_000_000 });
  const outcome = await request(connection, "a", { bytes: 3_000_000, anonymous: true });
  const reason = { type: "too_large", limitBytes: 1_000_000, sizeBytes: 3_000_000 };
  expect(outcome).toMatchObject({ type: "closed", reason });
  expect(await connection.closed).toMatchObject({
    ...reason,
    message: expect.stringContaining("maxFrameBytes"),
  });
});
