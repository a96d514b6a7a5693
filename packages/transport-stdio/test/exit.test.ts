import process from "node:process";
import { type ExchangeOutcome, ManualClock } from "@x/connection";
import { groupMembers } from "@x/testkit";
import { expect, test } from "vitest";
import { advanceUntil } from "./support/advance-until.js";
import { fixture, request, start } from "./support/start.js";

test("P2: an exit during a call settles every pending call with the exit code and the last words", async () => {
  const { connection } = await start(fixture("dies", "on-request"));
  const outcomes = await Promise.all([request(connection, "a"), request(connection, "b")]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      type: "closed",
      reason: {
        type: "exited",
        message:
          'The server process ended with exit code 3; its last words: "fatal: missing API_KEY".',
        exit: { exitCode: 3, signal: null, stderr: ["starting", "fatal: missing API_KEY"] },
      },
    });
  }
  expect(await connection.closed).toMatchObject({ type: "exited", exit: { exitCode: 3 } });
});

test("P2: an exit before any call is the reason of all later ones", async () => {
  const { connection } = await start(fixture("dies", "at-once"));
  expect(await connection.closed).toMatchObject({ type: "exited", exit: { exitCode: 3 } });
  expect(await request(connection, "a")).toMatchObject({
    type: "closed",
    written: false,
    reason: { exit: { stderr: ["starting", "fatal: missing API_KEY"] } },
  });
});

test("P2: the last words of a script that threw are its error, not the frames below it", async () => {
  const { connection } = await start(fixture("throws"));
  expect(await connection.closed).toMatchObject({
    message:
      "The server process ended with exit code 1; its last words: " +
      '"Error: no database at localhost:5432".',
  });
});

test("P2: a process that was ended by a signal names it, and that it said nothing", async () => {
  const { connection, pid, said } = await start(fixture("deaf"));
  await said("ready");
  process.kill(pid, "SIGKILL");
  expect(await connection.closed).toMatchObject({
    type: "exited",
    message: 'The server process was ended by SIGKILL; its last words: "ready".',
    exit: { exitCode: null, signal: "SIGKILL" },
  });
});

test("What a server wrote before it exited is still read", async () => {
  const answer = '{"jsonrpc":"2.0","id":1,"result":{"last":true}}';
  const { connection } = await start(fixture("scripted", JSON.stringify([answer])));
  expect(await request(connection, "a")).toMatchObject({
    type: "response",
    response: { result: { last: true } },
  });
  expect(await connection.closed).toMatchObject({ type: "exited", exit: { exitCode: 0 } });
});

test("P5: calls fail at the exit though a grandchild holds stdout, and close() ends that too", async () => {
  const { connection, pid, said } = await start(fixture("leaves-behind"));
  const outcome = request(connection, "a");
  await said("left ");
  expect(await outcome).toMatchObject({
    type: "closed",
    reason: {
      type: "exited",
      exit: { exitCode: 4, stderr: [expect.stringMatching(/^left \d+$/)] },
    },
  });
  expect(await connection.close()).toMatchObject({ type: "exited" });
  expect(groupMembers(pid)).toEqual([]);
});

test("P5: a process that left the group and holds stdout keeps neither calls nor close() waiting", async () => {
  const { connection, stderr } = await start(fixture("leaves-behind", "escapes"));
  expect(await request(connection, "a")).toMatchObject({
    type: "closed",
    reason: { type: "exited", exit: { exitCode: 4 } },
  });
  await connection.close();
  const escaped = Number(/left (\d+)/.exec(stderr())?.[1]);
  expect(groupMembers(escaped)).toEqual([escaped]);
  process.kill(escaped, "SIGKILL");
});

test("P7: a process that exits at once while it is written to is an exit, not an error", async () => {
  const { connection } = await start(fixture("dies", "at-once"));
  const outcomes: Promise<ExchangeOutcome>[] = [];
  const padding = "x".repeat(10_000);
  for (let turn = 0; turn < 20; turn += 1) {
    for (let call = 0; call < 5; call += 1) outcomes.push(request(connection, "a", { padding }));
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const outcome of await Promise.all(outcomes)) {
    expect(outcome).toMatchObject({ type: "closed", reason: { type: "exited" } });
  }
});

test("A server that closed its stdout and runs on ends the connection, and is ended", async () => {
  const clock = new ManualClock();
  const { connection, pid, said } = await start(fixture("hangs-up", "1"), { clock });
  const outcome = request(connection, "a");
  await said("hung up");
  await advanceUntil(clock, outcome);
  expect(await outcome).toMatchObject({
    type: "closed",
    reason: { type: "ended", message: expect.stringContaining("closed its stdout") },
  });
  const closed = connection.close();
  await advanceUntil(clock, closed);
  expect(groupMembers(pid)).toEqual([]);
});

test("A server that closed its stdin and runs on fails the connection, and is ended", async () => {
  const { connection, pid, said } = await start(fixture("hangs-up", "0"), {
    stopTimeouts: { stdinMs: 10, termMs: 200 },
  });
  const first = request(connection, "a");
  await said("hung up");
  const second = request(connection, "b");
  for (const outcome of await Promise.all([first, second])) {
    expect(outcome).toMatchObject({
      type: "closed",
      reason: { type: "failed", message: expect.stringContaining("closed its stdin") },
    });
  }
  await connection.close();
  expect(groupMembers(pid)).toEqual([]);
});
