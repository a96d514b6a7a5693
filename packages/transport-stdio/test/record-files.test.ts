import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { groupMembers } from "@x/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { processRecord } from "../src/index.js";
import { directory, leftBehind, sleeper } from "./support/recorded.js";

type Spoil = (file: string, text: string) => void;

const write =
  (change: (text: string) => string): Spoil =>
  (file, text) =>
    writeFileSync(file, change(text));
const member = (name: string, value: unknown): Spoil =>
  write((text) => JSON.stringify({ ...JSON.parse(text), [name]: value }));

describe("P4: a file that is not a whole record of this user's is told, and neither followed nor removed", () => {
  test.each<[string, string, Spoil]>([
    ["garbage", "unreadable", write(() => "\0\xff{")],
    ["nothing", "unreadable", write(() => "")],
    ["another JSON value", "unreadable", write(() => "null")],
    ["half a record", "unreadable", write((text) => text.slice(0, text.length / 2))],
    ["all but the last byte", "unreadable", write((text) => text.slice(0, -1))],
    ["far too much", "unreadable", write((text) => text + " ".repeat(1_000_000))],
    ["of a version to come", "unreadable", member("version", 2)],
    ["of this process's own group", "unreadable", member("pid", 0)],
    ["of everything", "unreadable", member("pid", 1)],
    ["of all but one", "unreadable", member("pid", -1)],
    ["of an id that is text", "unreadable", member("pid", "5")],
    ["without a start time", "unreadable", member("start", undefined)],
    ["without a host", "unreadable", member("host", {})],
    ["with pipes that are no names", "unreadable", member("pipes", [1])],
    ["one that others may write", "not_ours", (file) => chmodSync(file, 0o622)],
    [
      "a link to a record",
      "unreadable",
      (file) => {
        const elsewhere = join(directory(), "record");
        renameSync(file, elsewhere);
        symlinkSync(elsewhere, file);
      },
    ],
    [
      "a link to nothing",
      "unreadable",
      (file) => {
        renameSync(file, join(directory(), "record"));
        symlinkSync("/nowhere/at/all", file);
      },
    ],
    [
      "a directory",
      "unreadable",
      (file) => {
        renameSync(file, join(directory(), "record"));
        mkdirSync(file);
      },
    ],
    [
      "a pipe that nobody writes to",
      "unreadable",
      (file) => {
        renameSync(file, join(directory(), "record"));
        execFileSync("sh", ["-c", 'mkfifo "$0"', file]);
      },
    ],
  ])("%s", async (_what, type, spoil) => {
    const at = directory();
    const pid = await sleeper();
    const file = await leftBehind(at, pid);
    spoil(file, readFileSync(file, "utf8"));
    const found = await processRecord({ directory: at, termMs: 0 }).endLeftovers();
    expect(found).toEqual([{ type, file, message: expect.stringContaining(file) }]);
    expect(groupMembers(pid)).toEqual([pid]);
    expect(readdirSync(at)).toHaveLength(1);
  });

  test("and does not keep the others from being ended", async () => {
    const at = directory();
    const pid = await sleeper();
    await leftBehind(at, pid);
    writeFileSync(join(at, "0"), "");
    writeFileSync(join(at, "~"), "");
    const found = await processRecord({ directory: at }).endLeftovers();
    expect(found.map(({ type }) => type)).toEqual(["unreadable", "ended", "unreadable"]);
    expect(groupMembers(pid)).toEqual([]);
  });
});

test("P4: a directory that others may write to is told, and nothing in it is believed", async () => {
  const at = directory();
  const pid = await sleeper();
  await leftBehind(at, pid);
  chmodSync(at, 0o777);
  const found = await processRecord({ directory: at, termMs: 0 }).endLeftovers();
  expect(found).toEqual([{ type: "unreadable", file: at, message: expect.stringContaining(at) }]);
  expect(groupMembers(pid)).toEqual([pid]);
});

describe("where there is no /proc, as on macOS, ps tells who lives since when", () => {
  test("P4: a leftover is ended, and a process that has its id by chance is not", async () => {
    const { platform } = process;
    onTestFinished(() => {
      Object.defineProperty(process, "platform", { value: platform });
    });
    Object.defineProperty(process, "platform", { value: "darwin" });
    const at = directory();
    const [left, other] = [await sleeper(), await sleeper()];
    const file = await leftBehind(at, other);
    const { start, ...rest } = JSON.parse(readFileSync(file, "utf8"));
    expect(Math.abs(Date.now() - start)).toBeLessThan(60_000);
    writeFileSync(file, JSON.stringify({ ...rest, start: start - 1000 }));
    await leftBehind(at, left);
    const found = await processRecord({ directory: at }).endLeftovers();
    expect(new Map(found.map(({ type, pid }) => [pid, type]))).toEqual(
      new Map([
        [left, "ended"],
        [other, "already_gone"],
      ]),
    );
    expect(groupMembers(left)).toEqual([]);
    expect(groupMembers(other)).toEqual([other]);
  });
});
