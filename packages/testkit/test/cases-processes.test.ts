import { spawn } from "node:child_process";
import process from "node:process";
import { expect, test, vi } from "vitest";
import { fakeServer, groupMembers } from "../src/index.js";
import { CALL, DISCOVER, logFile, spawnFake } from "./support/spawn-fake.js";

// Processes start slowly where much else runs.
vi.setConfig({ testTimeout: 20_000 });

test("F2: every byte is a write of its own, and the lines end in CRLF", async () => {
  const fake = spawnFake("F2");
  fake.send(CALL);
  await fake.said(/"id":2[^\n]*\r\n/);
  const [notification = "", answer = ""] = fake.stdout().split("\r\n");
  expect(JSON.parse(notification)).toMatchObject({ params: { data: "é😀" } });
  expect(JSON.parse(answer)).toMatchObject({ result: { content: [{ text: "é😀" }] } });
});

test("F1: the byte order mark is the first of the line of the first message", async () => {
  const fake = spawnFake("F1");
  fake.send(DISCOVER);
  await fake.said(/supportedVersions/);
  expect(fake.stdout()).toMatch(/\n\uFEFF\{"jsonrpc"/);
});

test("F3: a large frame is written whole", async () => {
  const { command, args } = fakeServer("F3");
  const child = spawn(command, [...args], { stdio: ["pipe", "pipe", "ignore"] });
  let bytes = 0;
  const whole = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (chunk.at(-1) === 10) resolve();
    });
  });
  child.stdin.write(`${JSON.stringify(CALL)}\n`);
  await whole;
  child.stdin.end();
  expect(bytes).toBeGreaterThan(32 * 1024 * 1024);
});

test("E9: while one process holds the lock, a second one ends with code 75; the next one after it starts", async () => {
  const { file } = logFile();
  const first = spawnFake("E9", { log: file });
  first.send({ ...CALL, method: "ping" });
  await first.said(/"id":2/);
  const second = spawnFake("E9", { log: file });
  expect(await second.exited).toBe(75);
  expect(second.stderr()).toContain(`is held by process ${first.pid}`);
  first.send(DISCOVER);
  expect(await first.exited).toBe(2);
  const third = spawnFake("E9", { log: file });
  third.send({ ...CALL, method: "ping" });
  await third.said(/"id":2/);
});

test("P2: the last words and the exit code come, during a call or before anything was read", async () => {
  const during = spawnFake("P2");
  during.send(DISCOVER, CALL);
  const atStart = spawnFake("P2-at-start");
  expect([await during.exited, await atStart.exited]).toEqual([3, 3]);
  for (const { stderr } of [during, atStart]) {
    expect(stderr()).toBe("starting\nfatal: missing API_KEY\n");
  }
});

test("P3: a megabyte comes on stderr before the first answer", async () => {
  const fake = spawnFake("P3");
  fake.send(DISCOVER);
  await fake.said(/"id":1/);
  await fake.said(/x\n$/);
  expect(fake.stderr()).toHaveLength(1_000_001);
});

test("P4: below a shell runs a server that ignores SIGTERM and the end of its stdin", async () => {
  const fake = spawnFake("P4");
  await fake.said(/ready/);
  fake.send(DISCOVER);
  await fake.said(/"id":1/);
  fake.child.stdin?.end();
  const members = groupMembers(fake.pid);
  const [server = 0] = members.filter((pid) => pid !== fake.pid);
  expect(members).toHaveLength(2);
  process.kill(server, "SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(groupMembers(fake.pid)).toHaveLength(2);
});

test("P5: the server is gone, and its stdout is held open", async () => {
  const fake = spawnFake("P5");
  fake.send(CALL);
  expect(await fake.exited).toBe(4);
  await fake.said(/left/);
  expect(groupMembers(fake.pid)).toEqual([Number(/left (\d+)/.exec(fake.stderr())?.[1])]);
  expect(fake.child.stdout?.readableEnded).toBe(false);
});

test("P6: stdin is never read", async () => {
  const fake = spawnFake("P6");
  await fake.said(/ready/);
  let taken = false;
  fake.child.stdin?.write("x".repeat(1024 * 1024), () => {
    taken = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toBe(false);
  process.kill(fake.pid, "SIGTERM");
  expect(await fake.exited).toBe("SIGTERM");
});

test("P7, P9: a server ends at once, at every start", async () => {
  const { file, lines } = logFile();
  expect(await spawnFake("P7").exited).toBe(1);
  for (let start = 0; start < 2; start += 1) {
    const fake = spawnFake("P9", { log: file });
    expect(await fake.exited).toBe(1);
    expect(fake.stderr()).toBe("fatal: no database at localhost:5432\n");
  }
  expect(lines()).toEqual(["+", "! 1", "+", "! 1"]);
});

test("P8: the first process dies during a call, the second is well", async () => {
  const { file } = logFile();
  const first = spawnFake("P8", { log: file });
  first.send(DISCOVER, CALL);
  expect(await first.exited).toBe(139);
  const second = spawnFake("P8", { log: file });
  second.send(CALL);
  await second.said(/"id":2/);
});

test("P10, P11: a launcher takes its time before the server reads, and less of it at a higher speed", async () => {
  const launcher = spawnFake("P10", { speed: 1000 });
  launcher.send(DISCOVER);
  await launcher.said(/"id":1/);
  expect(launcher.stderr()).toMatch(/^npm warn .*\nnpm http .*\nadded 112 packages in 44s\n$/);
  const slow = spawnFake("P11", { speed: 1000 });
  const silent = spawnFake("P11-silent");
  silent.send(DISCOVER, CALL);
  slow.send(DISCOVER);
  await slow.said(/"id":1/);
  expect(silent.stdout()).toBe("");
});
