import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { leftAfter } from "../left-after.mjs";
import { filesIn, openRun } from "../run-folder.mjs";
import { processesOf, seeDescendants } from "../run-processes.mjs";

const elsewhere = process.platform !== "linux" && "needs /proc";
const IDLE = "setInterval(() => {}, 1000); console.log('up')";
/** Starts such a process below itself, with nothing in its environment. */
const IDLE_BELOW = `require("child_process").spawn(
  process.execPath, ["-e", ${JSON.stringify(IDLE)}], { detached: true, env: {}, stdio: "inherit" })`;

/** A run that is over with the test. */
function opened(t) {
  const run = openRun();
  t.after(() => rmSync(run.folder, { recursive: true }));
  return run;
}

/** A process that runs, in a group of its own, until it is ended. */
async function started(t, args, options) {
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    ...options,
  });
  const gone = once(child, "exit");
  const end = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  t.after(end);
  await once(child.stdout, "data");
  return { pid: child.pid, end };
}

function known(run, seen) {
  return Object.fromEntries(
    processesOf(run.folder, seen).map(({ pid, knownBy }) => [pid, knownBy]),
  );
}

test("a process is of the run by its environment, command line or directory, while it lives", {
  skip: elsewhere,
}, async (t) => {
  const run = opened(t);
  const { PATH } = run.environment;
  const inherits = await started(t, ["-e", IDLE, "a word\nof it"], { env: { PATH } });
  assert.deepEqual(processesOf(run.folder), [
    {
      pid: inherits.pid,
      command: `${process.execPath} -e ${IDLE} a word of it`,
      knownBy: "environment",
    },
  ]);
  const told = await started(t, ["-e", IDLE, join(run.temporary, "file")], { env: {} });
  const inside = await started(t, ["-e", IDLE], { env: {}, cwd: run.temporary });
  assert.deepEqual(known(run), {
    [inherits.pid]: "environment",
    [told.pid]: "command line",
    [inside.pid]: "working directory",
  });
  for (const { end } of [inherits, told, inside]) await end();
  assert.deepEqual(processesOf(run.folder), []);
});

test("a process is of the run by its parent, and that of another run never is", {
  skip: elsewhere,
}, async (t) => {
  const run = opened(t);
  const other = opened(t);
  const { pid } = await started(t, ["-e", IDLE_BELOW], { env: run.environment });
  const [child] = Object.keys(known(run)).filter((one) => Number(one) !== pid);
  assert.deepEqual(known(run), { [pid]: "environment", [child]: `parent ${pid}` });
  // It is the descendants of this process that are found here.
  const parents = { [pid]: `parent ${process.pid}`, [child]: `parent ${pid}` };
  assert.deepEqual(known(other), parents);
  for (const one of [pid, child]) process.kill(Number(one), "SIGKILL");
  assert.deepEqual(await leftAfter(10_000, () => processesOf(run.folder)), []);
});

test("a process that was seen is of the run when its parent has ended", {
  skip: elsewhere,
}, async (t) => {
  const run = opened(t);
  const seen = seeDescendants();
  const parent = await started(t, ["-e", IDLE_BELOW], { env: {} });
  const isChild = (one) => Number(one) !== parent.pid;
  const unseen = () => (seen.size < 2 ? ["unseen"] : []);
  assert.deepEqual(await leftAfter(10_000, unseen), []);
  const [child] = Object.keys(known(run)).filter(isChild);
  await parent.end();
  assert.deepEqual(known(run), {});
  assert.deepEqual(known(run, seen), { [child]: `parent ${parent.pid}, earlier` });
  process.kill(Number(child), "SIGKILL");
  assert.deepEqual(await leftAfter(10_000, () => processesOf(run.folder, seen)), []);
});

test("a server of the stdio transport is of the run, though it gets only a few variables", {
  skip: elsewhere,
}, async (t) => {
  const run = opened(t);
  for (const [name, value] of Object.entries(run.environment)) {
    const before = process.env[name];
    t.after(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
    process.env[name] = value;
  }
  const built = join(import.meta.dirname, "../../packages/transport-stdio/dist/index.js");
  const { stdioTransport } = await import(pathToFileURL(built).href);
  const after = (ms, f) => {
    const timer = setTimeout(f, ms);
    return () => clearTimeout(timer);
  };
  const connection = await stdioTransport({
    command: process.execPath,
    args: ["-e", "process.stdin.resume()"],
  }).open({ clock: { now: Date.now, after } });
  assert.deepEqual(Object.values(known(run)), ["environment"]);
  await connection.close();
  assert.deepEqual(processesOf(run.folder), []);
});

test("files are named with what is in them, and what tools keep is not", (t) => {
  const { temporary } = opened(t);
  assert.deepEqual(filesIn(temporary), []);
  mkdirSync(join(temporary, "node-compile-cache"));
  mkdirSync(join(temporary, "empty"));
  mkdirSync(join(temporary, "full"));
  for (const name of "abcdef") writeFileSync(join(temporary, "full", name), "");
  writeFileSync(join(temporary, "one.json"), "{}");
  assert.deepEqual(filesIn(temporary), ["empty/ (empty)", "full/ (a, b, c, d, e, …)", "one.json"]);
});

test("what ends in time is not left, and what does not is", async () => {
  let looks = 3;
  const ends = () => (looks-- > 0 ? ["ends"] : []);
  assert.deepEqual(await leftAfter(10_000, ends), []);
  assert.deepEqual(await leftAfter(50, () => ["stays"]), ["stays"]);
});
