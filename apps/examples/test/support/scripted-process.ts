import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { fakeServer } from "@x/testkit";

type Script = Parameters<typeof fakeServer>[0];

/** The processes that play one script, one for each connection. */
export class ScriptedProcesses {
  readonly #script: Script;
  readonly #running = new Set<ChildProcessByStdio<Writable, Readable, Readable>>();
  readonly #ends: Promise<void>[] = [];
  readonly #complaints: string[] = [];

  constructor(script: Script) {
    this.#script = script;
  }

  /** Starts the process of a new connection; it ends with its stdin. */
  start(): ChildProcessByStdio<Writable, Readable, Readable> {
    const { command, args } = fakeServer(this.#script);
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#running.add(child);
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
    });
    // A process that has ended takes nothing any more.
    child.stdin.on("error", () => {});
    this.#ends.push(
      new Promise((resolve) => {
        child.on("close", () => {
          this.#running.delete(child);
          if (stderr !== "") this.#complaints.push(stderr.trim());
          resolve();
        });
      }),
    );
    return child;
  }

  /** Waits for the processes whose stdin has ended. */
  async left(): Promise<readonly string[]> {
    await Promise.all(this.#ends);
    return this.#complaints;
  }

  /** Ends what a case that failed has left. */
  async end(): Promise<void> {
    for (const child of this.#running) child.kill("SIGKILL");
    await Promise.all(this.#ends);
  }
}
