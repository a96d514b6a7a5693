import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupMembers } from "@x/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { processRecord, type StdioErrorCode, stdioTransport } from "../src/index.js";
import { directory, host, leftBehind, shell, sleeper, stubbornBelow } from "./support/recorded.js";
import { fixture, realClock, request, start } from "./support/start.js";

const termMs = 100;
const belowShell = stubbornBelow((server) => `${server}; true`);

describe("what a host that was killed has left", () => {
  test("P4: is ended by the next host, though the server below a shell ignores everything", async () => {
    const at = directory();
    const { group, kill } = await host(at, belowShell);
    await kill();
    expect(groupMembers(group)).toHaveLength(2);
    const [file = ""] = readdirSync(at);
    expect(await processRecord({ directory: at, termMs }).endLeftovers()).toEqual([
      {
        type: "ended",
        file: join(at, file),
        pid: group,
        command: "sh",
        message: expect.stringContaining(`The process group ${group} of "sh"`),
      },
    ]);
    expect(groupMembers(group)).toEqual([]);
    expect(readdirSync(at)).toEqual([]);
  });

  test("P4: is ended by two hosts that start at once, neither of which stumbles over the other", async () => {
    const at = directory();
    const groups = [(await shell(belowShell)).group, await sleeper()];
    for (const group of groups) await leftBehind(at, group);
    const both = await Promise.all(
      [1, 2].map(() => processRecord({ directory: at, termMs }).endLeftovers()),
    );
    for (const group of groups) {
      const types = both.map((found) => found.find(({ pid }) => pid === group)?.type);
      expect(types).toContain("ended");
      expect(groupMembers(group)).toEqual([]);
    }
    expect(readdirSync(at)).toEqual([]);
  });

  test("P4: is ended where its leader is gone, if a process of it still has a pipe of the leader's", async () => {
    const at = directory();
    const { group, end } = await shell(stubbornBelow((server) => `${server} & read line`));
    await leftBehind(at, group);
    await end();
    expect(groupMembers(group)).toHaveLength(1);
    const found = await processRecord({ directory: at, termMs }).endLeftovers();
    expect(found).toMatchObject([{ type: "ended", pid: group }]);
    expect(groupMembers(group)).toEqual([]);
  });

  test("P4: is told and left alone where its leader is gone and nothing proves what lives", async () => {
    const at = directory();
    const { group, end } = await shell(
      "sleep 60 </dev/null >/dev/null 2>&1 & echo started >&2; read line",
    );
    await leftBehind(at, group);
    await end();
    const found = await processRecord({ directory: at, termMs: 0 }).endLeftovers();
    expect(found).toMatchObject([{ type: "unsure", pid: group, command: "server" }]);
    expect(groupMembers(group)).toHaveLength(1);
    expect(readdirSync(at)).toHaveLength(1);
  });

  test("P4: is not taken for what has its id where a member is older than its leader was", async () => {
    const at = directory();
    const { group, end } = await shell(stubbornBelow((server) => `${server} & read line`));
    await leftBehind(at, group, { start: Number.MAX_SAFE_INTEGER });
    await end();
    const found = await processRecord({ directory: at, termMs: 0 }).endLeftovers();
    expect(found).toMatchObject([{ type: "already_gone", pid: group }]);
    expect(groupMembers(group)).toHaveLength(1);
  });

  test("P4: is found also where the host was killed before its file had its name", async () => {
    const at = directory();
    const pid = await sleeper();
    const file = await leftBehind(at, pid);
    writeFileSync(`${file}.tmp`, readFileSync(file), { mode: 0o600 });
    chmodSync(file, 0o620);
    const found = await processRecord({ directory: at, termMs }).endLeftovers();
    expect(found).toMatchObject([
      { type: "not_ours", file },
      { type: "ended", file: `${file}.tmp` },
    ]);
  });
});

describe("what is not to be ended", () => {
  test("P4: the servers of a living host and a host's own stay, and are told as in use", async () => {
    const at = directory();
    const record = processRecord({ directory: at, termMs });
    const other = await host(at, belowShell);
    const { connection, pid } = await start(fixture("echo"), { record });
    const found = await record.endLeftovers();
    expect(found.map(({ type }) => type)).toEqual(["in_use", "in_use"]);
    expect(new Set(found.map((one) => one.pid))).toEqual(new Set([other.group, pid]));
    expect(groupMembers(other.group)).toHaveLength(2);
    expect(await request(connection, "a")).toMatchObject({ type: "response" });
    expect(readdirSync(at)).toHaveLength(2);
  });

  test.each<[string, (entry: { readonly start: number }) => object]>([
    ["whose id another process has by now", ({ start }) => ({ start: start - 1 })],
    ["of the time before the machine was started anew", () => ({ boot: "another" })],
  ])("P4: a group %s is not there any more: nothing is signalled", async (_what, change) => {
    const at = directory();
    const pid = await sleeper();
    const file = await leftBehind(at, pid);
    const entry = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...entry, ...change(entry) }));
    const found = await processRecord({ directory: at, termMs: 0 }).endLeftovers();
    expect(found).toMatchObject([{ type: "already_gone", pid }]);
    expect(groupMembers(pid)).toEqual([pid]);
    expect(existsSync(file)).toBe(false);
  });

  test("P4: a group that a host in another container has recorded is left to that", async () => {
    const at = directory();
    const pid = await sleeper();
    const file = await leftBehind(at, pid, { namespace: "pid:[1]" });
    const found = await processRecord({ directory: at, termMs: 0 }).endLeftovers();
    expect(found).toMatchObject([{ type: "not_ours", file }]);
    expect(groupMembers(pid)).toEqual([pid]);
    expect(existsSync(file)).toBe(true);
  });

  test("P4: a host that is a leftover server itself does not end itself", async () => {
    const { command, args } = fixture("host-in-group", directory());
    const child = spawn(command, [...args], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const [said] = await once(child.stdout, "data");
    expect(JSON.parse(said)).toMatchObject([{ type: "in_use", pid: child.pid }]);
    expect(await exited).toEqual([0, null]);
  });
});

describe("an entry", () => {
  test("P4: is a file for this user alone, which has neither arguments nor environment in it", async () => {
    const at = join(directory(), "below", "record");
    const { pid } = await start(
      { command: "/bin/sh", args: ["-c", "sleep 60; true s3cret-argument"] },
      { record: processRecord({ directory: at }), env: { TOKEN: "s3cret-value" } },
    );
    const [name = "", ...others] = readdirSync(at);
    expect(others).toEqual([]);
    expect(statSync(at).mode & 0o777).toBe(0o700);
    expect(statSync(join(at, name)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(at, name), "utf8");
    expect(JSON.parse(text)).toMatchObject({ pid, command: "sh", host: { pid: process.pid } });
    expect(text).not.toContain("s3cret");
    expect(text).not.toContain("/bin");
  });

  test("P4: is removed with the last process of the group, by close() and where the server ends by itself", async () => {
    const at = directory();
    const record = processRecord({ directory: at });
    const closed = await start({ command: "sh", args: ["-c", belowShell] }, { record });
    const ended = await start(fixture("dies", "on-request"), { record });
    expect(readdirSync(at)).toHaveLength(2);
    await closed.connection.close();
    expect(readdirSync(at)).toHaveLength(1);
    await request(ended.connection, "a");
    await ended.connection.close();
    expect(readdirSync(at)).toEqual([]);
  });

  test.each<[string, string, (at: string) => string]>([
    [
      "in a directory that others may read",
      "RECORD_NOT_PRIVATE",
      (at) => {
        chmodSync(at, 0o755);
        return at;
      },
    ],
    [
      "below what is no directory",
      "ENOTDIR",
      (at) => {
        writeFileSync(join(at, "file"), "");
        return join(at, "file", "record");
      },
    ],
  ])(
    "P4: that cannot be made, %s, fails the opening, and leaves no process",
    async (_how, code, spoil) => {
      const at = spoil(directory());
      let pid = 0;
      const transport = stdioTransport({
        ...fixture("stubborn"),
        stopTimeouts: { stdinMs: 0, termMs: 0 },
        record: processRecord({ directory: at }),
        onSpawn: (spawned) => {
          pid = spawned;
        },
      });
      expect(await transport.open({ clock: realClock })).toEqual({
        type: "open_failure",
        phase: "spawn",
        code,
        message: expect.stringMatching(
          new RegExp(`^"${process.execPath}" was ended again.*${at}.*[Gg]ive a directory`),
        ),
      });
      expect(pid).toBeGreaterThan(1);
      expect(groupMembers(pid)).toEqual([]);
    },
  );
});

describe("processRecord", () => {
  test.each<[StdioErrorCode, Parameters<typeof processRecord>[0]]>([
    ["invalid_record", { directory: "" }],
    ["invalid_record", { directory: "a\0b" }],
    ["invalid_limit", { directory: "a", termMs: -1 }],
    ["invalid_limit", { directory: "a", termMs: Number.NaN }],
  ])("refuses with %s what it cannot use: %j", (code, options) => {
    expect(() => processRecord(options)).toThrow(expect.objectContaining({ code, fault: "local" }));
  });

  test("is not for Windows, and says so", () => {
    const { platform } = process;
    onTestFinished(() => {
      Object.defineProperty(process, "platform", { value: platform });
    });
    Object.defineProperty(process, "platform", { value: "win32" });
    expect(() => processRecord({ directory: "a" })).toThrow(
      expect.objectContaining({ code: "unsupported_platform" }),
    );
  });

  test("makes nothing before there is something to enter", async () => {
    const at = join(directory(), "record");
    expect(await processRecord({ directory: at }).endLeftovers()).toEqual([]);
    expect(existsSync(at)).toBe(false);
  });
});
