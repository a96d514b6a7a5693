/** Set-up of every test file: fails the file when something that its tests opened stays open. */
import { afterAll } from "vitest";
import { handlesSince, settledHandles } from "../handles.mjs";
import { leftAfter } from "../left-after.mjs";

const WITHIN_MS = 10_000;

// Whoever imports `node:process` opens these, and nobody closes them.
void [process.stdin, process.stdout, process.stderr];
const before = await settledHandles();

// The first to be registered runs last. Without a time limit, whose timer would be found here.
afterAll(async () => {
  const left = await leftAfter(WITHIN_MS, () => handlesSince(before));
  if (left.length === 0) return;
  throw new Error(
    `The tests of this file are over, and ${WITHIN_MS / 1000} seconds later this keeps their process from ` +
      `ending:\n${left.map((one) => `  ${one}\n`).join("")}Close it in the test that opened it.`,
  );
}, 0);
