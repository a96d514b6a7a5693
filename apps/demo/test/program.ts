import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { processesWith } from "@x/testkit";

/** Where the servers' programs are after a build. */
export const SERVERS = new URL("../dist/servers/", import.meta.url);

/** A program that has ended, and the processes that came with it. */
export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** How many processes it was seen to have started. */
  readonly started: number;
  /** The ids of those that outlived it. */
  readonly left: readonly number[];
}

/** Starts a built program whose processes all carry the mark, with its output into pipes. */
export function start(
  program: URL,
  mark: string,
  args: readonly string[] = [],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [fileURLToPath(program), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, [MARKED_BY]: mark },
  });
}

/** Runs a built program to its end. */
export async function run(program: URL, args: readonly string[] = []): Promise<Ran> {
  const mark = newMark();
  const child = start(program, mark, args);
  const started = new Set<number>();
  const watch = setInterval(() => {
    for (const pid of marked(mark)) if (pid !== child.pid) started.add(pid);
  }, 100);
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [exitCode, stdout, stderr] = await Promise.all([
    exit,
    text(child.stdout),
    text(child.stderr),
  ]);
  clearInterval(watch);
  return { exitCode, stdout, stderr, started: started.size, left: marked(mark) };
}

/** A variable that servers inherit: it tells a test's processes without the help of what is tested. */
export const MARKED_BY = "LOGNAME";

/** A value of {@link MARKED_BY} that no other process has. */
export function newMark(): string {
  return `demo-test-${randomUUID()}`;
}

/** The processes that live with this mark in the environment they were started with. Linux only. */
export function marked(mark: string): readonly number[] {
  return processesWith(MARKED_BY, mark);
}
