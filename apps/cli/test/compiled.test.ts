import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { folder } from "./support/config.js";
import { MAIN } from "./support/x-mcp.js";

/** Runs the program with this folder for caches. */
async function version(caches: string): Promise<string> {
  const env = { PATH: process.env["PATH"], XDG_CACHE_HOME: caches };
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, "--version"], { env });
  return stdout;
}

it("keeps its compiled code in the folder of its cache, where a run before had something to keep there", async () => {
  const caches = folder();
  const own = join(caches, "x-mcp");
  const first = await version(caches);
  expect(existsSync(own)).toBe(false);
  mkdirSync(own, { mode: 0o700 });
  expect(await version(caches)).toBe(first);
  expect(readdirSync(own)).toEqual(["compiled"]);
  expect(await version(caches)).toBe(first);
});

it("runs nothing out of a folder that others may write in", async () => {
  const caches = folder();
  const own = join(caches, "x-mcp");
  mkdirSync(own);
  chmodSync(own, 0o777);
  await version(caches);
  expect(readdirSync(own)).toEqual([]);
});
