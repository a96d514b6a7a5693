import { spawn } from "node:child_process";
import { linuxProcesses } from "./process-table.js";

/** All processes that a child started, itself included. */
export interface ProcessGroup {
  /** Whether one of them lives. Only to be asked after the child itself has exited. */
  lives(): boolean;
  /** Asks all of them to end, or ends them. What cannot be signalled is not an error. */
  signal(signal: "SIGTERM" | "SIGKILL"): void;
}

/**
 * The group of a child that was started as the leader of its own.
 *
 * Processes that left the group by themselves (daemons) are not in it. On Windows there are no such
 * groups: `signal` ends the tree below the child, which only works while the child lives, and
 * `lives` cannot see further than the child.
 */
export function processGroup(pid: number): ProcessGroup {
  if (process.platform === "win32") {
    return { lives: () => false, signal: () => endTree(pid) };
  }
  return { lives: () => groupLives(pid), signal: (signal) => void kill(-pid, signal) };
}

/** `taskkill` ends the tree at once, whatever the signal: Windows knows no polite request. */
function endTree(pid: number): void {
  const args = ["/pid", String(pid), "/T", "/F"];
  const taskkill = spawn("taskkill", args, { stdio: "ignore", windowsHide: true });
  taskkill.on("error", () => void kill(pid, "SIGKILL"));
}

function groupLives(group: number): boolean {
  const answer = kill(-group, 0);
  if (answer === "ESRCH") return false;
  if (process.platform === "linux") return hasLivingMember(group);
  // Elsewhere a group of nothing but zombies answers EPERM.
  return answer === undefined;
}

/** Zombies still belong to their group, for as long as nobody reaps them: in a container, for ever. */
function hasLivingMember(group: number): boolean {
  try {
    return linuxProcesses().some((member) => member.group === group && !member.isOver);
  } catch {
    return true; // without /proc a zombie cannot be told from a living process
  }
}

/** The platform's code where it refuses. */
function kill(pid: number, signal: NodeJS.Signals | 0): string | undefined {
  try {
    process.kill(pid, signal);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "UNKNOWN";
  }
}
