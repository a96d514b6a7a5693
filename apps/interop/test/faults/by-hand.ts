/** `node fixtures/faults.mjs --seed 42 --seconds 60`: one run, told to a person. Exit code 1 if it broke. */
import { parseArgs } from "node:util";
import { runApart } from "./run-apart.js";
import { schedule } from "./schedule.js";
import { SERVERS } from "./servers.js";
import { inWords } from "./verdict.js";

const { values } = parseArgs({
  // `pnpm run` hands its own `--` on.
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: { seed: { type: "string" }, seconds: { type: "string", default: "60" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const seconds = Number(values.seconds);
if (!Number.isInteger(seed) || !(seconds > 0)) {
  console.error("--seed takes a whole number, --seconds a positive one.");
  process.exit(2);
}
const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => interrupted.abort());
}
const verdict = await runApart({ seed, seconds, signal: interrupted.signal });
console.log(inWords(verdict, schedule(seed, SERVERS, seconds * 1_000)));
process.exitCode = verdict.broken.length === 0 ? 0 : 1;
