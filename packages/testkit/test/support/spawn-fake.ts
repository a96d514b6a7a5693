import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type FakeServerOptions, fakeServer, type Transcript } from "../../src/index.js";

/** A scripted process, and all it has written so far. */
export interface SpawnedFake {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Settles with its exit code, or with the signal that ended it. */
  readonly exited: Promise<number | string | null>;
  stdout(): string;
  stderr(): string;
  /** Writes messages, a line each. */
  send(...messages: readonly object[]): void;
  /** Settles when all that came on stdout, or on stderr, matches; rejects where the process ends before. */
  said(pattern: RegExp): Promise<void>;
}

/** Starts a case, or a transcript. Ends with the test, with its whole group. */
export function spawnFake(source: string | Transcript, options?: FakeServerOptions): SpawnedFake {
  const { command, args } = fakeServer(source, options);
  return spawned(spawn(command, args, { detached: true }));
}

/** The streams of a child that leads a process group. */
export function spawned(child: ReturnType<typeof spawn>): SpawnedFake {
  const { pid = 0, stdin, stdout, stderr } = child;
  const written = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  let isClosed = false;
  child.on("close", () => {
    isClosed = true;
    for (const look of waiting) look();
  });
  for (const [name, stream] of Object.entries({ stdout, stderr })) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      written[name as "stdout"] += text;
      for (const look of waiting) look();
    });
  }
  stdin?.on("error", () => {}); // it may be gone before it has read all
  const exited = new Promise<number | string | null>((resolve) => {
    child.on("exit", (code, signal) => resolve(code ?? signal));
  });
  onTestFinished(() => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // it has ended
    }
  });
  return {
    child,
    pid,
    exited,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    send: (...messages) => {
      for (const message of messages) stdin?.write(`${JSON.stringify(message)}\n`);
    },
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const hasSaid = pattern.test(written.stdout) || pattern.test(written.stderr);
          if (!hasSaid && !isClosed) return;
          waiting.delete(look);
          if (hasSaid) resolve();
          else reject(new Error(`It ended without ${pattern}; on stderr: ${written.stderr}`));
        };
        waiting.add(look);
        look();
      }),
  };
}

/** A file that is not there yet, in a folder that goes with the test; and its lines, once it is. */
export function logFile(): { readonly file: string; readonly lines: () => readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), "testkit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "log.jsonl");
  return { file, lines: () => readFileSync(file, "utf8").trimEnd().split("\n") };
}

export const DISCOVER = { jsonrpc: "2.0", id: 1, method: "server/discover" } as const;
export const CALL = { jsonrpc: "2.0", id: 2, method: "tools/call" } as const;
