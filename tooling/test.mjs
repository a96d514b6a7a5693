/**
 * `npm test`: sets everything up, checks and tests on the Node that comes with the dependencies, then
 * runs the smoke suite on the Node that this was started with. The last line counts all tests.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { pnpm } from "./pnpm.mjs";

const scratch = mkdtempSync(join(tmpdir(), "x-mcp-test-"));
const countsFile = join(scratch, "counts.json");
const total = { passed: 0, failed: 0, skipped: 0 };

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
rmSync(scratch, { recursive: true });
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
  for await (const event of run({ files, concurrency: 1 })) {
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

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
}
