import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { ask, call } from "./support/ask.js";
import { config, embedded, folder } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { traceFile, traceOf } from "./support/trace.js";
import { over, start } from "./support/x-mcp.js";

it("a client that sends what is no message is told so on stderr, and goes on", async () => {
  const trace = traceOf([">", call(1, "a")], ["<", { id: 1, result: {} }]);
  const stdin = Readable.from([
    Buffer.from("nonsense\n"),
    Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...call(5, "a") })}\n`),
  ]);
  const { code, stdout, stderr } = await runHere(["replay", trace], { stdin });
  expect(code).toBe(EXIT.ok);
  expect(JSON.parse(stdout)).toEqual({ jsonrpc: "2.0", id: 5, result: {} });
  expect(stderr).toMatch(/^The client sent something that is no message: .*\n$/);
});

it("of a trace with several servers one has to be named", async () => {
  const trace = traceFile();
  const file = config({ alpha: embedded({}), beta: embedded({}) });
  await runHere(["doctor", "--trace", trace, "--config", file]);
  const several = await runHere(["replay", trace]);
  expect(several).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(several.stderr).toContain("--server with one of alpha, beta.");
  const unknown = await runHere(["replay", trace, "--server", "bata"]);
  expect(unknown).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(unknown.stderr).toContain('has no server "bata". Did you mean beta?');
  expect(await runHere(["replay", trace, "--server", "beta"])).toMatchObject({ code: EXIT.ok });
});

it("refuses what is no trace with 2, names the file and the remedy, and never prints on stdout", async () => {
  const directory = folder();
  mkdirSync(join(directory, "d"));
  const header = JSON.stringify({ format: "x-mcp-trace", version: 1 });
  for (const [name, text, says] of [
    ["none", undefined, "does not exist; --trace FILE makes one"],
    ["d", undefined, "is a directory; name a file"],
    ["empty", "", "its first line does not say that it is one"],
    ["json", "{}\n", "its first line does not say that it is one"],
    ["text", "hello\nyou\n", "line 1 is no JSON object"],
    ["new", '{"format":"x-mcp-trace","version":2}\n', "it is of version 2, not 1"],
    ["idle", `${header}\n`, "no server was spoken to"],
    ["odd", `${header}\n{"server":"a"}\n`, "line 2 is none that --trace writes"],
    ["broken", `${header}\n{"ser\n${header}\n`, "line 2 is no JSON object"],
  ] as const) {
    const file = join(directory, name);
    if (text !== undefined) writeFileSync(file, text);
    const run = await runHere(["replay", file]);
    expect(run).toMatchObject({ code: EXIT.usage, stdout: "" });
    expect(run.stderr).toContain(JSON.stringify(file));
    expect(run.stderr).toContain(says);
  }
});

it("a last line that is cut, and frames that are missing, are told, and the rest is replayed", async () => {
  const trace = traceOf([">", call(1, "a")], ["<", { id: 1, result: {} }]);
  writeFileSync(trace, '{"dropped":3}\n{"at":1,"ser', { flag: "a" });
  const { said, stderr } = await ask(trace, call(5, "a"));
  expect(said).toEqual([{ jsonrpc: "2.0", id: 5, result: {} }]);
  expect(stderr).toContain("is cut and not used");
  expect(stderr).toContain("3 frames are missing");
});

it("a signal ends it, and so does a client that is gone", async () => {
  const trace = traceOf([">", call(1, "a")], ["<", { id: 1, result: {} }]);
  const child = start(["replay", trace]);
  const ended = over(child);
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...call(5, "a") })}\n`);
  child.stdout?.once("data", () => child.kill("SIGTERM"));
  expect(await ended).toMatchObject({
    code: 143,
    stdout: '{"jsonrpc":"2.0","id":5,"result":{}}\n',
  });
  const stdin = new PassThrough();
  const run = runHere(["replay", trace], { stdin });
  stdin.end();
  expect(await run).toEqual({ code: EXIT.ok, stdout: "", stderr: "" });
});
