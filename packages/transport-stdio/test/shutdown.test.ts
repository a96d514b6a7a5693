import { ManualClock } from "@x/connection";
import { groupMembers } from "@x/testkit";
import { expect, test, vi } from "vitest";
import { openHandles } from "./support/handles.js";
import { fixture, request, start } from "./support/start.js";

const { command: node, args: stubborn } = fixture("stubborn");

test("A server that ends with its stdin is not signalled", async () => {
  const { connection, pid } = await start(fixture("echo"), { stopTimeouts: {} });
  await request(connection, "a");
  expect(await connection.close()).toEqual({
    type: "local",
    message: "This side closed the connection; the server process ended with exit code 0.",
    exit: { exitCode: 0, signal: null, stderr: [] },
  });
  expect(groupMembers(pid)).toEqual([]);
});

test("P4: no process of the group lives after close(), though the server below a shell ignores everything", async () => {
  const { connection, pid, said } = await start(
    { command: "sh", args: ["-c", `"${node}" "${stubborn[0]}"; true`] },
    { stopTimeouts: { stdinMs: 100, termMs: 100 } },
  );
  await said("ready");
  expect(groupMembers(pid)).toHaveLength(2);
  expect(await connection.close()).toMatchObject({ type: "local" });
  expect(groupMembers(pid)).toEqual([]);
});

test("P4: what outlives its parent is ended too when the parent exits by itself", async () => {
  const { connection, pid, said } = await start(
    { command: "sh", args: ["-c", `"${node}" "${stubborn[0]}" & read line; exit 5`] },
    { stopTimeouts: { stdinMs: 100, termMs: 100 } },
  );
  await said("ready");
  expect(await request(connection, "a")).toMatchObject({
    type: "closed",
    reason: { type: "exited", exit: { exitCode: 5 } },
  });
  expect(await connection.close()).toMatchObject({ type: "exited" });
  expect(groupMembers(pid)).toEqual([]);
});

test("The steps are the end of stdin, SIGTERM and SIGKILL, by the clock that was handed in", async () => {
  const clock = new ManualClock();
  const { connection, said, stderr } = await start(fixture("stubborn"), {
    clock,
    stopTimeouts: { stdinMs: 5000, termMs: 3000 },
  });
  await said("ready");
  const closed = connection.close();
  await said("ignoring the end of stdin");
  clock.advance(4999);
  expect(stderr()).not.toContain("SIGTERM");
  clock.advance(1);
  await said("ignoring SIGTERM");
  clock.advance(3000);
  expect(await closed).toMatchObject({
    type: "local",
    exit: { exitCode: null, signal: "SIGKILL" },
  });
  expect(clock.waiting).toBe(0);
});

test("A second close(), whenever it comes, waits for the same end", async () => {
  const { connection } = await start(fixture("echo"));
  const reasons = await Promise.all([connection.close(), connection.close()]);
  expect(await connection.close()).toBe(reasons[0]);
  expect(reasons[1]).toBe(reasons[0]);
  expect(await connection.closed).toBe(reasons[0]);
});

test("What was sent in the turn of close() is still written", async () => {
  const { connection, said } = await start(fixture("echo"), { stopTimeouts: {} });
  const outcome = request(connection, "a", { stderr: ["got it"] });
  const closed = connection.close();
  await said("got it");
  expect(await outcome).toMatchObject({ type: "closed", reason: { type: "local" } });
  await closed;
});

test("Closed connections leave no pipe, process handle or timer that keeps the host", async () => {
  const clock = new ManualClock();
  const before = openHandles();
  for (let round = 0; round < 3; round += 1) {
    const { connection } = await start(fixture("echo"), { clock });
    expect(await request(connection, "a")).toMatchObject({ type: "response" });
    await connection.close();
  }
  await vi.waitFor(() => expect(openHandles()).toBeLessThanOrEqual(before));
  expect(clock.waiting).toBe(0);
});
