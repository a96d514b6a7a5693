import type { Worker } from "node:worker_threads";
import { builtin } from "./builtin.js";
import type { Settings } from "./options.js";

/**
 * Starts a worker, or tells in a sentence why there is none. It has nothing of the host: no arguments, no
 * environment, no `--import`.
 */
export function startWorker({ worker, memoryMb }: Settings): Worker | string {
  const threads = builtin("node:worker_threads");
  if (threads === undefined) {
    return "There are no worker threads on this platform.";
  }
  try {
    return new threads.Worker(worker, {
      name: "@x/validate",
      argv: [],
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    });
  } catch (error) {
    return `No worker could be started: ${error instanceof Error ? error.message : String(error)}`;
  }
}
