import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { folder } from "./config.js";

/** The built program. */
export const MAIN: string = join(import.meta.dirname, "../../dist/main.js");

/** One run of the program, when it is over. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built program; the test decides when it is to end. */
export function start(
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): ChildProcess {
  // What it keeps is not to be among what somebody's own runs keep, and their settings do not count.
  const own = folder();
  const env = { ...process.env, XDG_CACHE_HOME: own, XDG_CONFIG_HOME: own };
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: "pipe", env, ...options });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return child;
}

/** Runs the built program to its end. */
export async function xMcp(
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<Run> {
  return over(start(args, options));
}

/** Waits for the end of a run. */
export async function over(child: ChildProcess): Promise<Run> {
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout === null ? "" : text(child.stdout),
    child.stderr === null ? "" : text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
