import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection, OpenFailure } from "@x/connection";
import { groupMembers } from "@x/testkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type StdioOptions, stdioTransport } from "../src/index.js";
import { openHandles } from "./support/handles.js";
import { fixture, realClock } from "./support/start.js";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "open-"));
  writeFileSync(join(directory, "plain"), "no program");
  writeFileSync(join(directory, "script"), "#!/no/such/interpreter\n");
  chmodSync(join(directory, "script"), 0o755);
});
afterAll(() => rmSync(directory, { recursive: true }));

function open(options: StdioOptions): Promise<Connection | OpenFailure> {
  return stdioTransport(options).open({ clock: realClock });
}

test("P1: a command that is no file is named, with phase spawn and the system's code", async () => {
  expect(await open({ command: "/no/such" })).toEqual({
    type: "open_failure",
    phase: "spawn",
    code: "ENOENT",
    message: '"/no/such" could not be started: there is no such file. Correct the command.',
  });
});

test("P1: a PATH that lacks the command is shown as it was searched", async () => {
  const failure = await open({ command: "npx", env: { PATH: "/no/bin:/no/sbin" } });
  expect(failure).toMatchObject({ type: "open_failure", phase: "spawn", code: "ENOENT" });
  expect(failure).toHaveProperty("message", expect.stringContaining('"npx"'));
  expect(failure).toHaveProperty("message", expect.stringContaining("/no/bin:/no/sbin"));
});

test("P1: a working directory that is not there is not taken for a missing command", async () => {
  const failure = await open({ ...fixture("echo"), cwd: join(directory, "nowhere") });
  expect(failure).toMatchObject({ type: "open_failure", phase: "spawn", code: "ENOENT" });
  expect(failure).toHaveProperty(
    "message",
    expect.stringContaining(`the working directory ${join(directory, "nowhere")} does not exist`),
  );
});

test("P1: a working directory that is a file says so", async () => {
  const failure = await open({ ...fixture("echo"), cwd: join(directory, "plain") });
  expect(failure).toMatchObject({ phase: "spawn", code: "ENOTDIR" });
  expect(failure).toHaveProperty("message", expect.stringContaining("is not a directory"));
});

test("P1: a file that may not be executed says so", async () => {
  const failure = await open({ command: join(directory, "plain") });
  expect(failure).toMatchObject({ phase: "spawn", code: "EACCES" });
  expect(failure).toHaveProperty("message", expect.stringContaining("may not be executed"));
});

test("P1: a script whose interpreter is missing is not called missing itself", async () => {
  const failure = await open({ command: "./script", cwd: directory });
  expect(failure).toMatchObject({ phase: "spawn", code: "ENOENT" });
  expect(failure).toHaveProperty("message", expect.stringContaining("interpreter"));
});

test("P1: a command line that the system finds too long is a failure too, not a throw", async () => {
  const failure = await open({ ...fixture("echo"), env: { LONG: "x".repeat(4_000_000) } });
  expect(failure).toMatchObject({ type: "open_failure", phase: "spawn", code: "E2BIG" });
});

test("K5: an operator's value in a command that cannot be started is replaced in the message", async () => {
  const failure = await open({ command: "/no/0123456789", env: { API_KEY: "0123456789" } });
  expect(failure).toHaveProperty("message", expect.stringContaining('"/no/[API_KEY]"'));
});

test("Openings that failed leave no pipe and no process handle behind", async () => {
  const before = openHandles();
  for (let round = 0; round < 5; round += 1) await open({ command: "/no/such" });
  await vi.waitFor(() => expect(openHandles()).toBeLessThanOrEqual(before));
});

test("An opening whose signal was aborted starts nothing", async () => {
  let spawned = false;
  const transport = stdioTransport({
    ...fixture("echo"),
    onSpawn: () => {
      spawned = true;
    },
  });
  const failure = await transport.open({ clock: realClock, signal: AbortSignal.abort() });
  expect(failure).toMatchObject({ type: "open_failure", phase: "aborted" });
  expect(spawned).toBe(false);
});

test("An opening that is aborted while the child starts ends the child", async () => {
  const abort = new AbortController();
  let pid = 0;
  const transport = stdioTransport({
    ...fixture("echo"),
    onSpawn: (spawned) => {
      pid = spawned;
    },
  });
  const opening = transport.open({ clock: realClock, signal: abort.signal });
  abort.abort();
  expect(await opening).toMatchObject({ type: "open_failure", phase: "aborted" });
  expect(pid).toBeGreaterThan(0);
  expect(groupMembers(pid)).toEqual([]);
});

test("Every opening is a process of its own", async () => {
  const pids: number[] = [];
  const transport = stdioTransport({ ...fixture("echo"), onSpawn: (pid) => pids.push(pid) });
  for (const connection of [
    await transport.open({ clock: realClock }),
    await transport.open({ clock: realClock }),
  ]) {
    if (connection.type === "connection") await connection.close();
  }
  expect(new Set(pids).size).toBe(2);
});
