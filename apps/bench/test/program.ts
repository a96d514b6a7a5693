import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The built program. */
export const MAIN: URL = new URL("../dist/main.js", import.meta.url);

/** A program that has ended. */
export interface Ran {
  readonly exitCode: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the benchmark, or a copy of it, to its end. */
export async function run(args: readonly string[], program: URL = MAIN): Promise<Ran> {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  const [[exitCode], stdout, stderr] = await Promise.all([
    exit,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { exitCode, stdout, stderr };
}
