import process from "node:process";
import { Duplex } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { fixture, request, start } from "./support/start.js";

afterEach(() => void vi.restoreAllMocks());

test("64 answers that come at once, each followed by its caller's next call, make one write", async () => {
  const { connection } = await start(fixture("batch"));
  const write = vi.spyOn(Duplex.prototype, "write");
  const caller = async (_: unknown, index: number): Promise<void> => {
    await request(connection, "first");
    // Some have more to do than others before they go on.
    for (let more = index % 8; more > 0; more -= 1) await null;
    await request(connection, "second");
  };
  await Promise.all(Array.from({ length: 64 }, caller));
  const written = write.mock.calls.map(([text]) => String(text));
  expect(written.filter((text) => text.includes('"first"'))).toHaveLength(1);
  expect(written.filter((text) => text.includes('"second"'))).toHaveLength(1);
});

test("Frames reach the server whole and in order", async () => {
  const { connection } = await start(fixture("echo"));
  const calls = Array.from({ length: 200 }, (_, index) =>
    request(connection, "a", { index, padding: "é".repeat(index * 10) }),
  );
  const outcomes = await Promise.all(calls);
  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome).toMatchObject({ response: { result: { echo: { index } } } });
  }
});

test("A notification is sent once the system has taken it", async () => {
  const { connection, said } = await start(fixture("echo"));
  const params = { stderr: ["heard"] };
  const outcome = await connection.notify({ jsonrpc: "2.0", method: "n", params });
  expect(outcome).toEqual({ type: "sent" });
  await said("heard");
});

test("P6: a megabyte for a server that never reads settles when the server is killed", async () => {
  const { connection, pid, said } = await start(fixture("deaf"));
  await said("ready");
  const params = { padding: "x".repeat(1024 * 1024) };
  const notified = connection.notify({ jsonrpc: "2.0", method: "n", params });
  const called = request(connection, "a", params);
  await new Promise((resolve) => setImmediate(resolve));
  process.kill(pid, "SIGKILL");
  const reason = { type: "exited", exit: { signal: "SIGKILL" } };
  expect(await notified).toMatchObject({ type: "closed", reason });
  expect(await called).toMatchObject({ type: "closed", reason });
});

test("P6: close() ends a server that never reads, and settles what it was never given", async () => {
  const { connection, said } = await start(fixture("deaf"), {
    stopTimeouts: { stdinMs: 50, termMs: 500 },
  });
  await said("ready");
  const params = { padding: "x".repeat(1024 * 1024) };
  const notified = connection.notify({ jsonrpc: "2.0", method: "n", params });
  await new Promise((resolve) => setImmediate(resolve));
  expect(await connection.close()).toMatchObject({ type: "local", exit: { signal: "SIGTERM" } });
  expect(await notified).toMatchObject({ type: "closed" });
});

test("A server that never reads is given up once too much waits for it, and what waits is settled", async () => {
  const { connection, said } = await start(fixture("deaf"), { maxQueuedBytes: 1_000_000 });
  await said("ready");
  const params = { padding: "x".repeat(200_000) };
  const calls = Array.from({ length: 10 }, () => {
    const id = connection.ids.next();
    const call = connection.exchange(
      { jsonrpc: "2.0", id, method: "a", params },
      { totalMs: null, onAbandon: "cancel" },
    );
    return new Promise((resolve) => setImmediate(() => resolve(call)));
  });
  for (const outcome of await Promise.all(calls)) {
    expect(outcome).toMatchObject({
      type: "closed",
      reason: { type: "failed", message: expect.stringContaining("unread") },
    });
  }
});
