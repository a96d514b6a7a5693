/** Runs what a revision requires and prints every check: `pnpm run start 2026-07-28`. */
import { type Check, runRequirements, runScenario } from "./suite.js";

const [revision = "2026-07-28", scenario] = process.argv.slice(2);
const run =
  scenario === undefined ? await runRequirements(revision) : await runScenario(scenario, revision);
const count = (checks: readonly Check[], status: Check["status"]): number =>
  checks.filter((check) => check.status === status).length;
for (const [name, checks] of [...run.checks].toSorted()) {
  console.log(
    `${name}: ${count(checks, "SUCCESS")} succeeded, ${count(checks, "FAILURE")} failed, ` +
      `${count(checks, "WARNING")} warned, ${count(checks, "SKIPPED")} skipped`,
  );
  for (const { id, status, errorMessage } of checks) {
    if (status === "FAILURE" || status === "WARNING")
      console.log(`  ${status} ${id}: ${errorMessage}`);
  }
}
if (run.checks.size === 0) console.log(run.output);
process.exitCode = run.exitCode ?? 1;
