import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the heap is flat over 10,000 refetches of a list of 100 tools with output schemas, while results are checked", async () => {
  const script = join(import.meta.dirname, "../fixtures/refetch.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  const { early, late, tools } = JSON.parse(stdout);
  expect(tools).toBe(100);
  expect(late / early).toBeLessThan(1.1);
}, 120_000);
