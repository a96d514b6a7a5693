/**
 * `npm test`: sets everything up, checks and tests on the Node that comes with the dependencies, then
 * runs the smoke suite on the Node that this was started with, and at last looks for what all this has
 * left behind. The last line counts all tests.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { leftAfter } from "./left-after.mjs";
import { pnpm } from "./pnpm.mjs";
import { filesIn, openRun } from "./run-folder.mjs";
import { processesOf, seeDescendants } from "./run-processes.mjs";

const SMOKE_MS = 600_000;

const { folder, temporary, environment } = openRun();
Object.assign(process.env, environment);
const seen = seeDescendants();
const countsFile = join(folder, "counts.json");
const total = { passed: 0, failed: 0, skipped: 0 };

// An interrupted run ends its processes and still looks for what is left; the second signal is deadly.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => interrupt(signal));

// A filtered install, as the demo makes one, looks complete to pnpm: only a full one is.
const code =
  (await pnpm([
    "--silent",
    "install",
    process.env.CI ? "--frozen-lockfile" : "--prefer-offline",
  ])) || (await pnpm(["--silent", "run", "check"], { TEST_COUNTS: countsFile }));
add(counted());
// A check that failed before or beside the tests is a failure that no test has counted.
if (code !== 0 && total.failed === 0) total.failed += 1;

if (total.failed === 0) {
  console.log(`\nSmoke suite on Node ${process.versions.node}`);
  add(await smoke());
}

console.log("\nAfter the run");
await leavesNoProcess();
await leavesNoFile();
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;

function counted() {
  try {
    return JSON.parse(readFileSync(countsFile, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function smoke() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const folder = join(import.meta.dirname, "smoke");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => join(folder, name));
  // A file that leaves something open never ends by itself.
  const signal = AbortSignal.timeout(SMOKE_MS);
  for await (const event of run({ files, concurrency: 1, signal })) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, details, skip } = event.data;
    if (details.type === "suite") continue;
    const passed = event.type === "test:pass";
    if (skip !== undefined) counts.skipped += 1;
    else if (passed) counts.passed += 1;
    else counts.failed += 1;
    console.log(`${passed ? "✓" : "✗"} ${name}`);
    if (!passed) console.log(details.error);
  }
  return counts;
}

async function leavesNoProcess() {
  if (processesOf(folder, seen) === undefined) {
    console.log("- no process is left: not checked, there is no /proc on this system");
    total.skipped += 1;
    return;
  }
  const left = await leftAfter(10_000, () => processesOf(folder, seen));
  verdict(
    "no process is left",
    left.map(({ pid, command, knownBy }) => `${pid} ${command} (known by its ${knownBy})`),
  );
  end(left, "SIGKILL");
}

async function leavesNoFile() {
  verdict("no temporary file is left", await leftAfter(1_000, () => filesIn(temporary)));
}

function verdict(name, left) {
  console.log([`${left.length === 0 ? "✓" : "✗"} ${name}`, ...left].join("\n    "));
  total[left.length === 0 ? "passed" : "failed"] += 1;
}

function interrupt(signal) {
  const processes = processesOf(folder, seen);
  if (processes === undefined) process.kill(process.pid, signal);
  else end(processes, "SIGTERM");
}

function end(processes, signal) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
}
