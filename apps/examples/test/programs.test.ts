import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");
const README = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

/** Programs say at their end what they print. */
const programs = readdirSync(SRC).filter(
  (name) => name.endsWith(".ts") && promised(name).length > 0,
);

function promised(name: string): readonly string[] {
  const source = readFileSync(join(SRC, name), "utf8");
  return [...source.matchAll(/^\/\/ => (.*)$/gm)].map(([, line]) => line ?? "");
}

describe.concurrent("an example", { timeout: 30_000 }, () => {
  for (const name of programs) {
    test(`${name} prints what it says that it prints, and ends`, async () => {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(SRC, name)]);
      expect(stderr).toBe("");
      expect(stdout.trimEnd().split("\n")).toEqual(promised(name));
    });
  }
});

test("the README has a row for every program, and for nothing else", () => {
  const rows = [...README.matchAll(/^\| \[`([\w-]+\.ts)`\]/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(programs.toSorted());
});
