import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { processesWith } from "@x/testkit";
import { MARKER } from "./fleet.js";
import type { Verdict } from "./verdict.js";

const PROGRAM = join(import.meta.dirname, "../../fixtures/fault-run.mjs");
/** Start, calm and end of a run take no longer than that beside it, or something hangs. */
const BESIDE_MS = 300_000;

/** What a run goes by; the signal ends it early. */
export interface ApartOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly signal?: AbortSignal;
  /** Called when the servers of the run have been started, however long that has taken. */
  readonly onBegun?: () => void;
}

/**
 * Runs in a process of its own, and gives the verdict. When this settles, no process and no file of the
 * run is left, however it ended.
 *
 * @throws Error where there was no verdict.
 */
export async function runApart(options: ApartOptions): Promise<Verdict> {
  const { seed, seconds, signal, onBegun } = options;
  const run = randomUUID();
  const folder = mkdtempSync(join(tmpdir(), "x-faults-"));
  const args = ["--expose-gc", PROGRAM, String(seed), String(seconds), folder];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, [MARKER]: run },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const end = (): void => {
    child.kill("SIGTERM");
  };
  const hangs = setTimeout(() => child.kill("SIGKILL"), seconds * 1_000 + BESIDE_MS);
  signal?.addEventListener("abort", end);
  child.stdout.once("data", () => onBegun?.());
  try {
    const [said, [code, name]] = await Promise.all([text(child.stdout), once(child, "close")]);
    const line = said.trim().split("\n").at(-1);
    if (!line) throw new Error(`The run ended without a verdict (${name ?? code}).`);
    const verdict: Verdict = JSON.parse(line);
    const left = processesWith(MARKER, run).map(
      (pid) => `no process is left: ${pid} outlives the run`,
    );
    return { ...verdict, broken: [...verdict.broken, ...left] };
  } finally {
    clearTimeout(hangs);
    signal?.removeEventListener("abort", end);
    for (const pid of processesWith(MARKER, run)) kill(pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
