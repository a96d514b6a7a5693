import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Assignment, Measures } from "./order.js";

const MAIN = fileURLToPath(new URL("./main.js", import.meta.url));

/** Nothing here takes so long unless it hangs. */
const TIMEOUT_MS = 180_000;

/**
 * Has an assignment carried out by a process of its own. Adds to what that measured `processMs`: the
 * life of the whole process, as seen from here.
 */
export async function runWorker(assignment: Assignment): Promise<Measures> {
  const startedAt = performance.now();
  const args = ["--expose-gc", MAIN, "worker", JSON.stringify(assignment)];
  const worker = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const exit = once(worker, "exit").then(([code, signal]) => ({
    how: signal ?? `exit code ${code}`,
    processMs: performance.now() - startedAt,
  }));
  const [{ how, processMs }, stdout, stderr] = await Promise.all([
    exit,
    text(worker.stdout),
    text(worker.stderr),
  ]);
  if (how === "exit code 0") return { ...(JSON.parse(stdout) as Measures), processMs };
  const { contender, order } = assignment;
  throw new Error(`${contender} broke at ${order.task} with ${how}.\n${stderr.trim()}`);
}
