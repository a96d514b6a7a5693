import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { readNamed } from "../src/named-file.js";
import { config, folder, server } from "./support/config.js";
import { ioFor, runHere } from "./support/run-here.js";
import { onTerminal } from "./support/terminal.js";
import { over, start } from "./support/x-mcp.js";

function pipe(): string {
  const path = join(folder(), "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

/** Opens a pipe to write into it, once somebody waits at its other end. */
async function readBySomebody(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENXIO")) throw error;
      await sleep(20);
    }
  }
}

const usable = (): string => config({ a: server({ tools: ["echo"] }) });

it.each([
  ["-c", (path: string) => ["doctor", "-c", path]],
  ["--overlay", (path: string) => ["doctor", "-c", usable(), "--overlay", path]],
  ["--answers", (path: string) => ["call", "a/echo", "-c", usable(), "--answers", path]],
  ["--args @", (path: string) => ["call", "a/echo", "-c", usable(), "--args", `@${path}`]],
  ["key=@", (path: string) => ["call", "a/echo", "-c", usable(), `text=@${path}`]],
  ["envFile", (path: string) => ["doctor", "-c", config({ a: { command: "x", envFile: path } })]],
  ["replay", (path: string) => ["replay", path]],
  ["trace", (path: string) => ["trace", path]],
])("a signal ends it while nobody writes into a pipe that is named: %s", async (_, args) => {
  const path = pipe();
  const child = start(args(path));
  const ended = over(child);
  const writer = await readBySomebody(path);
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 130, stdout: "", stderr: "" });
  closeSync(writer);
});

it("so it does while somebody is to type --args", async () => {
  const path = pipe();
  const child = start(["call", "a/echo", "-c", usable(), "--args", "-", `text=@${path}`]);
  const ended = over(child);
  child.stdin?.write("{");
  const writer = await readBySomebody(path);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 143, stdout: "", stderr: "" });
  closeSync(writer);
});

it("what is written into a pipe is read, however late and in however many pieces", async () => {
  const path = pipe();
  const run = runHere(["config", "--json", "-c", path]);
  const writer = await readBySomebody(path);
  writeSync(writer, '{"mcpServers": {"a": ');
  await sleep(20);
  writeSync(writer, '{"command": "node"}}}');
  closeSync(writer);
  const { code, stdout } = await run;
  expect(code).toBe(EXIT.ok);
  expect(JSON.parse(stdout).servers).toMatchObject([{ name: "a", command: "node" }]);
});

it("a configuration out of a pipe is enough for a whole run", async () => {
  const path = pipe();
  const child = start(["tools", "-c", path]);
  const ended = over(child);
  const writer = await readBySomebody(path);
  writeSync(writer, JSON.stringify({ mcpServers: { a: server({ tools: ["echo"] }) } }));
  closeSync(writer);
  expect(await ended).toMatchObject({ code: EXIT.ok, stdout: expect.stringContaining("echo") });
});

it("ctrl-C ends it while it reads what is typed on a terminal", async () => {
  const path = pipe();
  const terminal = onTerminal(["doctor", "-c", path, "-c", "/dev/stdin"]);
  const writer = await readBySomebody(path);
  terminal.type("\u0003");
  expect((await terminal.ended).code).toBe(130);
  closeSync(writer);
});

it("what is typed on a terminal is read up to the end that is typed", async () => {
  const path = pipe();
  const terminal = onTerminal(["config", "--json", "-c", path, "-c", "/dev/stdin"]);
  const writer = await readBySomebody(path);
  writeSync(writer, '{"mcpServers": {}}');
  closeSync(writer);
  terminal.type('{"mcpServers": {"typed": {"command": "node"}}}\n\u0004');
  const { code, shown } = await terminal.ended;
  expect(code).toBe(EXIT.ok);
  expect(shown).toContain('"name": "typed"');
});

it("what has no end is not read to it", async () => {
  const { signal } = ioFor({});
  await expect(readNamed("/dev/zero", { signal, mostBytes: 100_000 })).rejects.toMatchObject({
    code: "EFBIG",
  });
  const file = join(folder(), "large");
  writeFileSync(file, "x".repeat(1001));
  await expect(readNamed(file, { signal, mostBytes: 1000 })).rejects.toMatchObject({
    code: "EFBIG",
  });
  expect(await readNamed(file, { signal, mostBytes: 1001 })).toHaveLength(1001);
  const { code, stderr } = await runHere(["doctor", "-c", "/dev/zero"]);
  expect(code).toBe(EXIT.usage);
  expect(stderr).toContain('The configuration "/dev/zero" is larger than 67,108,864 bytes.');
});

it("more than that on stdin is refused, too", async () => {
  const stdin = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1_000_000);
    })(),
  );
  const { code, stderr } = await runHere(["call", "a/echo", "--args", "-", "-c", usable()], {
    stdin,
  });
  expect(code).toBe(EXIT.usage);
  expect(stderr).toContain("What is on stdin is larger than 67,108,864 bytes.");
});
