import { type ChildProcess, spawn } from "node:child_process";

/**
 * A process that was stopped (SIGSTOP) and goes on (SIGCONT) with {@link Stalled.resume}; also where this
 * process is killed meanwhile, so that nothing stays behind that can never end.
 */
export class Stalled {
  readonly #watch: ChildProcess;

  /** Stops the process with this id. */
  constructor(pid: number) {
    // It reads to the end of a pipe whose other end only this process has.
    this.#watch = spawn("sh", ["-c", 'read -r _; kill -CONT "$1"', "sh", `${pid}`], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    this.#watch.stdin?.on("error", () => undefined);
    this.#watch.on("error", () => undefined);
    // Where there is no shell there is nobody who would let it go on: then it is not stopped.
    this.#watch.on("spawn", () => stop(pid));
  }

  /** Lets it go on; settles when that is done. May be called again. */
  async resume(): Promise<void> {
    const { exitCode, signalCode, pid, stdin } = this.#watch;
    if (exitCode !== null || signalCode !== null || pid === undefined) return;
    const over = new Promise((resolve) => this.#watch.once("exit", resolve));
    stdin?.end();
    await over;
  }
}

/** It may have ended by itself meanwhile. */
function stop(pid: number): void {
  try {
    process.kill(pid, "SIGSTOP");
  } catch {
    // Nothing is left to be stopped.
  }
}
