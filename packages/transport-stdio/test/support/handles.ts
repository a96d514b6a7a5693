import process from "node:process";

/** Pipes and child processes that keep this process alive. */
export function openHandles(): number {
  return process.getActiveResourcesInfo().filter((name) => /^(Pipe|Process)/.test(name)).length;
}
