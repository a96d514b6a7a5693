import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { groupMembers } from "@x/testkit";
import { expect, onTestFinished, vi } from "vitest";
import { processRecord } from "../../src/index.js";
import { fixture } from "./start.js";

/** A shell command that runs a server which ignores everything but SIGKILL, below the shell. */
export function stubbornBelow(shell: (server: string) => string): string {
  const { command, args } = fixture("stubborn");
  return shell(`"${command}" "${args[0]}"`);
}

/** A directory of the test's own, which a record may use. */
export function directory(): string {
  const made = mkdtempSync(join(tmpdir(), "record-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A process that is there until it is ended, as the leader of a group of its own. */
export async function sleeper(): Promise<number> {
  const child = spawn("sleep", ["60"], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  return endedWithTest(child);
}

/** A group whose leader, a shell, ends by the end of its stdin. It has said something on stderr. */
export async function shell(script: string): Promise<LeadingShell> {
  const child = spawn("sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "pipe"] });
  const group = endedWithTest(child);
  onTestFinished(() => endGroup(group));
  await once(child.stderr, "data");
  return {
    group,
    end: async () => {
      const exited = once(child, "exit");
      child.stdin.end();
      await exited;
    },
  };
}

export interface LeadingShell {
  readonly group: number;
  /** Ends the shell and nothing else. No trace is left of it. */
  end(): Promise<void>;
}

/** A host as a process of its own, whose server is ready. */
export async function host(at: string, script: string): Promise<Host> {
  const { command, args } = fixture("host", at, script);
  const child = spawn(command, [...args], { stdio: ["ignore", "pipe", "inherit"] });
  endedWithTest(child);
  const [line] = await once(child.stdout, "data");
  const group = Number(line);
  onTestFinished(() => endGroup(group));
  return {
    group,
    kill: async () => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

export interface Host {
  /** The process group of its server. */
  readonly group: number;
  /** As the system does where memory is short: nothing is left to the host. */
  kill(): Promise<void>;
}

/** Ends what a test has left on purpose. */
async function endGroup(group: number): Promise<void> {
  if (groupMembers(group).length === 0) return;
  process.kill(-group, "SIGKILL");
  await vi.waitFor(() => expect(groupMembers(group)).toEqual([]));
}

/** Enters a group that is there, as a host would have that is no longer. Gives the file. */
export async function leftBehind(
  at: string,
  pid: number,
  change: { readonly [member: string]: unknown } = {},
): Promise<string> {
  expect(await processRecord({ directory: at }).enter({ pid, command: "server" }).written).toBe(
    undefined,
  );
  const name = readdirSync(at).find((one) => one.startsWith(`${pid}-`));
  const file = join(at, name ?? "");
  const { host: own, ...rest } = JSON.parse(readFileSync(file, "utf8"));
  const gone = { ...own, start: own.start - 1 };
  writeFileSync(file, JSON.stringify({ ...rest, host: gone, ...change }));
  return file;
}

function endedWithTest(child: ChildProcess): number {
  const { pid } = child;
  if (pid === undefined) throw new Error("The child has not started.");
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  });
  return pid;
}
