import { spawn } from "node:child_process";

/** What a program printed. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a program runs, and with which variables. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** When it is ended, in milliseconds. Default: 200,000. */
  readonly timeoutMs?: number;
}

/** Runs a program to its end. Rejects, with all that it printed, where that is not exit code 0. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutMs: timeout = 200_000 }: RunOptions,
): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, timeout, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve({ stdout, stderr });
      else {
        const line = [command, ...args].join(" ");
        reject(new Error(`${line} ended with ${code ?? signal}:\n${stdout}\n${stderr}`));
      }
    });
  });
}

/** Maps a list in order, two at a time: what is started here is work for a processor. */
export async function eachOfTwo<T, R>(list: readonly T[], f: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = list.entries();
  const worker = async (): Promise<void> => {
    for (const [at, one] of rest) results[at] = await f(one);
  };
  await Promise.all([worker(), worker()]);
  return results;
}
