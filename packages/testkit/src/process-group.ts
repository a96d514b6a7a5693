import { readdirSync, readFileSync } from "node:fs";

/**
 * The living members of a POSIX process group, by process id, as the kernel lists them.
 *
 * A process that has ended and only waits to be reaped does not count. Reads `/proc`: Linux only.
 */
export function groupMembers(group: number): readonly number[] {
  // The kernel knows at once that there is none; to read all of `/proc` takes milliseconds.
  if (isEmpty(group)) return [];
  return processes()
    .filter(({ pgrp }) => pgrp === group)
    .map(({ pid }) => pid);
}

/** The living processes whose environment has this variable with this value. Linux only. */
export function processesWith(variable: string, value: string): readonly number[] {
  const wanted = `${variable}=${value}`;
  return processes()
    .map(({ pid }) => pid)
    .filter(
      (pid) => pid !== process.pid && read(`/proc/${pid}/environ`).split("\0").includes(wanted),
    );
}

function isEmpty(group: number): boolean {
  try {
    process.kill(-group, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function processes(): readonly { readonly pid: number; readonly pgrp: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The command's name stands in brackets and may hold anything; the fields follow the last one.
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const gone = state === undefined || state === "" || state === "Z" || state === "X";
      return gone ? [] : [{ pid: Number(name), pgrp: Number(pgrp) }];
    });
}

/** Empty where the process has ended meanwhile, or is another user's. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
