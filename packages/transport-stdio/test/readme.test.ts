import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  inheritedEnvironment,
  type Leftover,
  type StdioErrorCode,
  type StdioOptions,
} from "../src/index.js";

const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");

/** The list is complete by its type: a new code fails the type check here. */
const codes: Record<StdioErrorCode, true> = {
  invalid_command: true,
  invalid_argument: true,
  invalid_cwd: true,
  invalid_environment: true,
  invalid_limit: true,
  invalid_record: true,
  unsupported_platform: true,
};

test("The README's table has every error code, and no other", () => {
  const [, section = ""] = readme.split("## Error codes");
  const documented = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code);
  expect(documented).toEqual(Object.keys(codes));
});

/** As complete as {@link codes}. */
const leftovers: Record<Leftover["type"], true> = {
  ended: true,
  already_gone: true,
  in_use: true,
  unsure: true,
  not_ended: true,
  not_ours: true,
  unreadable: true,
};

test("The README's table has everything that can be found of a leftover, and nothing else", () => {
  const [, section = ""] = readme.split("| found ");
  const [table = ""] = section.split("\n\n");
  const documented = [...table.matchAll(/^\| `(\w+)` +\|/gm)].map(([, type]) => type);
  expect(documented).toEqual(Object.keys(leftovers));
});

const options: Record<keyof StdioOptions, true> = {
  command: true,
  args: true,
  cwd: true,
  env: true,
  stopTimeouts: true,
  maxFrameBytes: true,
  maxQueuedBytes: true,
  stderrBytes: true,
  onStderr: true,
  onSpawn: true,
  record: true,
};

test("The README's table has every option, and no other", () => {
  const [, section = ""] = readme.split("## Options");
  const [table = ""] = section.split("\n\n## ");
  const documented = [...table.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  expect(documented).toEqual(Object.keys(options));
});

test.each([
  ["POSIX", "linux"],
  ["Windows", "win32"],
])("The README's list of inherited variables on %s is the one that is used", (title, platform) => {
  const [line = ""] = new RegExp(`^- ${title}: [^]*?(?=\n-|\n\n)`, "m").exec(readme) ?? [];
  const documented = [...line.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  // Every name that any of the lists has, and some that none has.
  const names = [...readme.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name);
  const everything = Object.fromEntries(
    [...names, "NODE_OPTIONS", "LD_PRELOAD"].map((n) => [n, "x"]),
  );
  expect(Object.keys(inheritedEnvironment(everything, platform)).sort()).toEqual(documented.sort());
});
