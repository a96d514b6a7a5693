import { readdirSync, readFileSync } from "node:fs";

/** The living members of a process group, as the kernel lists them. Linux only. */
export function groupMembers(group: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const stat = statOf(name);
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return pgrp === String(group) && state !== "Z" && state !== "X";
    })
    .map(Number);
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}
