import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";

const LOCKED_EXIT_CODE = 75;

/** Holds a lock file while this process runs; ends this process where one that lives holds it. */
export function holdLock(file: string): void {
  const owner = ownerOf(file);
  if (owner !== undefined && lives(owner)) {
    process.stderr.write(`${file} is held by process ${owner}\n`);
    process.exit(LOCKED_EXIT_CODE);
  }
  writeFileSync(file, String(process.pid));
  process.on("exit", () => rmSync(file, { force: true }));
}

/** Starts a process that holds stdout open for a minute, and says its id on stderr. */
export function leaveBehind(then: () => void): void {
  const left = spawn("sleep", ["60"], { stdio: ["ignore", "inherit", "ignore"] });
  left.on("spawn", () => {
    process.stderr.write(`left ${left.pid}\n`);
    left.unref();
    then();
  });
}

function ownerOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
