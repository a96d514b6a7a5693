import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

const MAIN = join(import.meta.dirname, "../../dist/main.js");
const SERVER = join(import.meta.dirname, "../fixtures/server.mjs");

/** One run of the program, when it is over. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the fixture server does. */
export interface Script {
  readonly era?: "modern" | "legacy" | "none";
  /** A text that it puts wherever it can. */
  readonly hostile?: string;
  readonly tools?: readonly string[];
  readonly tag?: string;
  readonly pidFile?: string;
  readonly stderr?: string;
  readonly exit?: number;
  readonly startMs?: number;
  readonly silent?: true;
  /** Refuses to list, with these words. */
  readonly listError?: string;
  /** Its list of tools has no end. */
  readonly loop?: true;
}

/** A folder that lives as long as the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "x-mcp-cli-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** One server of a configuration: the fixture with this script. */
export function server(script: Script, more: object = {}): object {
  return { command: process.execPath, args: [SERVER, JSON.stringify(script)], ...more };
}

/** Writes a configuration with these servers and gives its path. */
export function config(mcpServers: object, more: object = {}): string {
  const file = join(folder(), "mcp.json");
  writeFileSync(file, JSON.stringify({ mcpServers, ...more }));
  return file;
}

/** Starts the built program; the test decides when it is to end. */
export function start(
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: "pipe", ...options });
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

/** The lines that the servers of a test wrote into their file: process ids, and tools they ran. */
export function diary(file: string): {
  readonly pids: readonly number[];
  readonly called: readonly string[];
} {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return {
    pids: lines.filter((line) => /^\d+$/.test(line)).map(Number),
    called: lines.filter((line) => line.startsWith("called ")).map((line) => line.slice(7)),
  };
}

/** Whether a process lives. */
export function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
