import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { fakeServer, parseTranscript } from "../src/index.js";
import { CALL, DISCOVER, logFile, spawned, spawnFake } from "./support/spawn-fake.js";

// Processes start slowly where much else runs.
vi.setConfig({ testTimeout: 20_000 });

test("a process plays what a transport in memory plays, and ends with its stdin", async () => {
  const { file, lines } = logFile();
  const fake = spawnFake("F6", { log: file });
  fake.send(DISCOVER, { ...CALL, id: 7 });
  await fake.said(/again/);
  fake.child.stdin?.end();
  expect(await fake.exited).toBe(0);
  const ids = fake
    .stdout()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ids).toEqual([1, "7", "", 987654321, 7, 7]);
  expect(lines()).toEqual([
    "+",
    `> ${JSON.stringify(DISCOVER)}`,
    `> ${JSON.stringify({ ...CALL, id: 7 })}`,
    "-",
  ]);
});

test("what the transcript does not have ends it with code 70, a sentence on stderr, and in the log", async () => {
  const { file, lines } = logFile();
  const fake = spawnFake("E1", { log: file });
  fake.send(DISCOVER, { jsonrpc: "2.0", id: 2, method: "initialize" });
  expect(await fake.exited).toBe(70);
  const sentence =
    'E1 expects nothing more; the client sent {"jsonrpc":"2.0","id":2,"method":"initialize"}';
  expect(fake.stderr()).toBe(`${sentence}\n`);
  expect(lines().slice(-2)).toEqual([`# ${sentence}`, "! 70"]);
});

test("a transcript of one's own is played, under its own name", async () => {
  const transcript = parseTranscript(`2> up: \${HOME} "quoted"\n> {"id":1,"method":"a"}`, "my own");
  const fake = spawnFake(transcript);
  await fake.said(/up: \$\{HOME\} "quoted"/);
  fake.send(DISCOVER);
  expect(await fake.exited).toBe(70);
  expect(fake.stderr()).toContain("my own expects");
});

test("the program takes the name of a case or of a file, and refuses anything else with code 64", async () => {
  const { file } = logFile();
  const { command, args } = fakeServer("P7");
  const [program = ""] = args;
  writeFileSync(file, "2> from a file\n! 5\n");
  const ofFile = spawned(spawn(command, [program, file], { detached: true }));
  expect(await ofFile.exited).toBe(5);
  expect(ofFile.stderr()).toBe("from a file\n");
  writeFileSync(file, "what\n");
  for (const [name, message] of [
    [file, `${file}:1 begins with no mark: what.\n`],
    ["P99", 'There is no case "P99".'],
  ] as const) {
    const refused = spawned(spawn(command, [program, name], { detached: true }));
    expect(await refused.exited).toBe(64);
    expect(refused.stderr()).toContain(message);
  }
});

test("a peer with several lifetimes, or a lock, needs a log", () => {
  for (const name of ["E8", "E9"]) {
    expect(() => fakeServer(name)).toThrow(expect.objectContaining({ code: "needs_log" }));
    expect(() => fakeServer(name, { log: "x" })).not.toThrow();
  }
});
