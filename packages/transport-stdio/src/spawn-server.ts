import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { OpenFailure } from "@x/connection";
import type { Environment } from "./environment.js";
import { explainSpawnError } from "./spawn-error.js";

/** What to start. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** All of the child's environment. */
  readonly env: Environment;
}

/** A child that runs, its three pipes, and its id. */
export interface RunningServer {
  readonly type: "running";
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly pid: number;
}

/**
 * Starts a server, without a shell, as the leader of a process group of its own.
 *
 * Never rejects: what the operating system refuses is a value. A refusal leaves nothing behind.
 */
export async function spawnServer(launch: Launch): Promise<RunningServer | OpenFailure> {
  const start = await spawner();
  return new Promise((resolve) => {
    const refused = (error: NodeJS.ErrnoException): void =>
      resolve(explainSpawnError(error, launch));
    try {
      const child = start(launch.command, launch.args, {
        cwd: launch.cwd,
        env: { ...launch.env },
        stdio: ["pipe", "pipe", "pipe"],
        // A group of its own is what can be ended as a whole. Windows has no groups, and would open
        // a console window.
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      child.once("error", refused);
      child.once("spawn", () => {
        child.removeListener("error", refused);
        const { pid } = child;
        if (pid === undefined) refused(new Error("the system gave no process id"));
        else resolve({ type: "running", child, pid });
      });
    } catch (error) {
      // Some refusals (E2BIG) are thrown at once.
      refused(error as NodeJS.ErrnoException);
    }
  });
}

/**
 * Windows has rules of its own for `PATH`, `.cmd` files and quoting, which `cross-spawn` knows. Elsewhere
 * it would do what the platform does, so that it is not even loaded.
 */
async function spawner(): Promise<typeof spawn> {
  return process.platform === "win32" ? (await import("cross-spawn")).default.spawn : spawn;
}
