import { execFile } from "node:child_process";
import { builtin } from "./builtin.js";

/** One process, as the system lists it. */
export interface ProcessEntry {
  readonly pid: number;
  /** The id of its process group. */
  readonly group: number;
  /** When it started, in a unit of the system's own: with the id, tells it from every other of this boot. */
  readonly start: number;
  /** Whether it has ended, and only waits to be reaped. */
  readonly isOver: boolean;
}

/** Where process ids mean something. */
export interface PidSpace {
  /** Changes when the machine is started anew. Empty where start times are dates. */
  readonly boot: string;
  /** Containers on one machine have one each. Empty where there is no such thing. */
  readonly namespace: string;
}

/** Every process that can be seen, or `undefined` where they cannot be listed. */
export async function processTable(): Promise<readonly ProcessEntry[] | undefined> {
  try {
    const table = process.platform === "linux" ? linuxProcesses() : await listed(["-A"]);
    // A list without the one that asks for it is not to be trusted.
    return table.some(({ pid }) => pid === process.pid) ? table : undefined;
  } catch {
    return undefined;
  }
}

/** One process, or `undefined` where it is gone. Rejects where the system does not tell. */
export async function processEntry(pid: number): Promise<ProcessEntry | undefined> {
  if (process.platform === "linux") return linuxProcess(String(pid));
  return (await listed(["-p", String(pid)]))[0];
}

/** @throws an error of the system's where it does not tell. */
export function pidSpace(): PidSpace {
  if (process.platform !== "linux") return { boot: "", namespace: "" };
  const { readFileSync, readlinkSync } = builtin("node:fs");
  return {
    boot: readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim(),
    namespace: readlinkSync("/proc/self/ns/pid"),
  };
}

/** @throws an error of the system's where there is no `/proc`. */
export function linuxProcesses(): readonly ProcessEntry[] {
  return builtin("node:fs")
    .readdirSync("/proc")
    .filter((name) => /^\d/.test(name))
    .flatMap((name) => linuxProcess(name) ?? []);
}

/**
 * The pipes of this package that a process has for its standard streams, by the names that the kernel
 * gives them. None where it does not tell.
 */
export function standardPipes(pid: number): readonly string[] {
  if (process.platform !== "linux") return [];
  return [0, 1, 2].flatMap((fd) => {
    try {
      const name = builtin("node:fs").readlinkSync(`/proc/${pid}/fd/${fd}`);
      return /^(?:socket|pipe):\[\d+\]$/.test(name) ? [name] : [];
    } catch {
      return [];
    }
  });
}

function linuxProcess(name: string): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = builtin("node:fs").readFileSync(`/proc/${name}/stat`, "latin1");
  } catch {
    return undefined; // it ended meanwhile
  }
  // After the name, which may hold anything, parentheses too: state, parent, group; the 20th is the start.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 20);
  const [state = "", , group] = fields;
  return {
    pid: Number(name),
    group: Number(group),
    start: Number(fields[19]),
    isOver: /[ZXx]/.test(state),
  };
}

/** What `ps` lists, where there is no `/proc`: macOS, the BSDs. */
function listed(which: readonly string[]): Promise<readonly ProcessEntry[]> {
  const args = [...which, "-o", "pid=,pgid=,stat=,lstart="];
  // Dates are written as the locale and the time zone have it, which two hosts may have different.
  const options = { env: { ...process.env, LC_ALL: "C", TZ: "UTC" }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile("ps", args, options, (error, stdout) => {
      const entries = stdout.split("\n").flatMap((line) => listedProcess(line) ?? []);
      // `ps` fails where there is none of those that were asked for.
      if (error !== null && entries.length === 0 && typeof error.code !== "number") reject(error);
      else resolve(entries);
    });
  });
}

function listedProcess(line: string): ProcessEntry | undefined {
  const [, pid, group, state = "", date] =
    /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/.exec(line) ?? [];
  const start = Date.parse(`${date} UTC`);
  if (!Number.isFinite(start)) return undefined;
  return { pid: Number(pid), group: Number(group), start, isOver: state.startsWith("Z") };
}
