/**
 * The process of one run, whose only job it is: seed, seconds and a folder of its own come as arguments,
 * "begun" and then the verdict go to stdout. It needs `--expose-gc`, and ends its servers and removes the folder also
 * when it is interrupted or its starter is gone.
 */
import { rmSync } from "node:fs";
import { Findings } from "./findings.js";
import { Fleet, MARKER } from "./fleet.js";
import { type Counts, runFaults } from "./run.js";
import { SERVERS } from "./servers.js";

const [, , ...args] = process.argv;
const [seed = Number.NaN, seconds = Number.NaN] = args.map(Number);
const [, , folder = ""] = args;
const findings = new Findings();
const unheard = "nothing is thrown where nobody hears it";
process.on("uncaughtException", (error) => findings.wrong(unheard, `${error.stack ?? error}`));
process.on("unhandledRejection", (reason) => {
  findings.wrong(unheard, `${reason instanceof Error ? reason.stack : reason}`);
});
const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => interrupted.abort(new Error(`interrupted by ${name}`)));
}
process.stdin.on("end", () => interrupted.abort(new Error("nobody waits for it"))).resume();
// Opened now, so that they are not new in the end.
void [process.stdout, process.stderr];

const run = process.env[MARKER] ?? String(process.pid);
const fleet = new Fleet({ servers: SERVERS, folder, run });
let counts: Counts = {};
try {
  counts = await runFaults({
    seed,
    seconds,
    fleet,
    findings,
    stop: interrupted.signal,
    begun: () => process.stdout.write("begun\n"),
    expected: { modernListChanges: true, missedListChanges: true },
  });
} catch (error) {
  findings.wrong(unheard, `the run ended early: ${error instanceof Error ? error.stack : error}`);
}
findings.checked(unheard);
await fleet.end();
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
const verdict = { seed, seconds, broken: findings.broken, counts };
process.stdout.write(`${JSON.stringify(verdict)}\n`, () => process.exit(0));
