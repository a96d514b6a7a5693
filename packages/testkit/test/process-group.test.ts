import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { groupMembers, processesWith } from "../src/index.js";

async function sleeper(marker: string): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume(); console.log('up')"], {
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    env: { X_MCP_MARKER: marker },
  });
  await once(child.stdout ?? child, "data");
  if (child.pid === undefined) throw new Error("did not start");
  return { child, pid: child.pid };
}

test("a process is a member of its group, and carries its marker, until it has ended", async () => {
  const marker = `marker-${process.pid}`;
  const { child, pid } = await sleeper(marker);
  expect(groupMembers(pid)).toEqual([pid]);
  expect(processesWith("X_MCP_MARKER", marker)).toEqual([pid]);
  expect(processesWith("X_MCP_MARKER", "another")).toEqual([]);
  child.stdin?.end();
  await once(child, "exit");
  expect(groupMembers(pid)).toEqual([]);
  expect(processesWith("X_MCP_MARKER", marker)).toEqual([]);
});
