import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, lives, server } from "./support/config.js";
import { endpoint } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";
import { linesOf, saidIn, traceFile } from "./support/trace.js";
import { over, start, xMcp } from "./support/x-mcp.js";

it("writes a header, a line a frame in order, and how each connection ended; for its owner alone", async () => {
  const trace = traceFile();
  const file = config({ a: server({ tools: ["echo"] }) });
  const run = await xMcp(["call", "a/echo", "text=é", "--trace", trace, "--config", file]);
  expect(run).toMatchObject({ code: EXIT.ok, stderr: "" });
  const [header, ...lines] = linesOf(trace);
  expect(header).toEqual({
    format: "x-mcp-trace",
    version: 1,
    xMcpVersion: manifest.version,
    command: "call",
  });
  expect(saidIn(lines)).toEqual([
    "a > server/discover",
    "a < answer",
    "a > tools/list",
    "a < answer",
    "a > tools/call",
    "a < answer",
  ]);
  const answer = lines[5];
  const content = [{ type: "text", text: '{"text":"é"}' }];
  const message = { jsonrpc: "2.0", id: 3, result: { resultType: "complete", content } };
  expect(answer).toEqual({
    at: expect.any(Number),
    server: "a",
    connection: 1,
    direction: "received",
    bytes: Buffer.byteLength(JSON.stringify(message)),
    message,
  });
  expect(lines[6]).toMatchObject({ server: "a", connection: 1, closed: "local", exitCode: 0 });
  const times = lines.map(({ at }) => Number(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(0);
  expect(statSync(trace).mode & 0o777).toBe(0o600);
});

it.each([
  { command: ["doctor"] },
  { command: ["tools", "--json"] },
  { command: ["resources"] },
  { command: ["read", "a", "x:a"] },
  { command: ["prompts"] },
  { command: ["prompt", "a/p"] },
  { command: ["listen", "a", "--for", "0.1"] },
])("$command writes one, too, and answers as without it", async ({ command }) => {
  const trace = traceFile();
  const script = {
    declares: { tools: { listChanged: true } },
    resources: [{ uri: "x:a", name: "a" }],
    contents: { "x:a": [{ uri: "x:a", text: "hello" }] },
    prompts: [{ name: "p" }],
  };
  const file = config({ a: embedded(script) });
  const run = await runHere([...command, "--trace", trace, "--config", file]);
  expect(run.code).toBe(EXIT.ok);
  const [header, ...lines] = linesOf(trace);
  expect(header).toMatchObject({ command: command[0] });
  expect(saidIn(lines).slice(0, 2)).toEqual(["a > server/discover", "a < answer"]);
  expect(lines.at(-1)).toMatchObject({ closed: "local" });
});

it("every server has its lines, also an endpoint, and each connection of one its number", async () => {
  const trace = traceFile();
  const { url } = await endpoint({ tools: ["echo"] });
  const file = config({
    web: { url },
    // Ends on the probe, and is opened once more.
    old: server({ era: "legacy", exit: 3 }, { allowLegacy: true }),
  });
  await runHere(["tools", "--trace", trace, "--config", file]);
  const lines = linesOf(trace);
  expect(saidIn(lines).filter((one) => one.startsWith("web"))).toHaveLength(4);
  const ends = lines.filter(({ closed }) => closed !== undefined);
  expect(ends.map((line) => [line["server"], line["connection"], line["closed"]])).toEqual(
    expect.arrayContaining([
      ["old", 1, "exited"],
      ["old", 2, "exited"],
      ["web", 1, "local"],
    ]),
  );
  expect(ends.find(({ closed }) => closed === "exited")).toMatchObject({ exitCode: 3 });
});

it("K5: nothing of the operator's secrets is in it, wherever a server or the command line has put them", async () => {
  const secret = 'sk-"live\\-ABCDEFGHIJKLMNOP';
  const trace = traceFile();
  const hostile = `${encodeURIComponent(secret)} ${JSON.stringify({ [secret]: secret })}`;
  const of = { env: { TOKEN: secret, CUT: "qk-0123456789abcdef", PIN: "4711" } };
  const tools = ["leak", "hostile", "chatter", "structured", secret];
  const file = config({
    a: embedded({ tools, hostile: `${hostile} qk-01234567… (4711)` }, of),
    dies: server({ exit: 3, stderr: `fatal: ${secret}` }, of),
  });
  for (const args of [
    ["doctor"],
    ["call", "a/leak", `x=${secret}`, "--args", JSON.stringify({ [secret]: { pin: "is 4711" } })],
    ["call", "a/structured"],
    ["call", "a/chatter"],
  ]) {
    await runHere([...args, "--trace", trace, "--config", file]);
    const text = readFileSync(trace, "utf8");
    expect(text).toContain("[redacted]");
    expect(text.split("ABCDEF")).toHaveLength(1);
    expect(text).not.toContain("qk-012");
    expect(text).not.toContain("4711");
  }
});

it("K5: a secret of fewer than 8 characters is hidden in prose, and stays where it is a name or a word of the protocol", async () => {
  const trace = traceFile();
  const file = config({
    a: embedded({ tools: ["echo", "text"] }, { env: { FORMAT: "text", KEY: "echo" } }),
  });
  const args = ["call", "a/echo", "text=my echo is loud", "count=1"];
  await runHere([...args, "--trace", trace, "--config", file]);
  const [call] = linesOf(trace).filter(
    ({ message }) => (message as { method?: string } | undefined)?.method === "tools/call",
  );
  expect(call).toMatchObject({
    message: { params: { name: "echo", arguments: { text: "my [redacted] is loud", count: 1 } } },
  });
  expect(linesOf(trace).at(-2)).toMatchObject({
    message: { result: { content: [{ type: "text" }] } },
  });
});

it("what is no JSON is written as a text", async () => {
  const trace = traceFile();
  const file = config({ a: embedded({ tools: ["chatter"] }, { env: { TOKEN: "tok-51f0a7c2" } }) });
  await runHere(["call", "a/chatter", "--trace", trace, "--config", file]);
  const texts = linesOf(trace).filter(({ text }) => text !== undefined);
  expect(texts).toMatchObject([{ direction: "received", text: "starting with [redacted]" }]);
});

it("a message that is nested 30,000 levels deep is written", async () => {
  const trace = traceFile();
  const file = config({ a: embedded({ tools: ["deep"] }) });
  await runHere(["call", "a/deep", "--trace", trace, "--config", file]);
  expect(readFileSync(trace, "utf8").includes("[".repeat(30_000))).toBe(true);
});

it("replaces a file, and nobody else may read it then", async () => {
  const trace = traceFile();
  writeFileSync(trace, "x".repeat(100_000));
  chmodSync(trace, 0o644);
  await runHere(["doctor", "--trace", trace, "--config", config({ a: embedded({}) })]);
  expect(linesOf(trace)[0]).toMatchObject({ format: "x-mcp-trace" });
  expect(statSync(trace).mode & 0o777).toBe(0o600);
});

it("ends with 2 where the file cannot be written, names it and the remedy, and starts nothing", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({ a: embedded({ pidFile }) });
  const before = readFileSync(file, "utf8");
  const directory = folder();
  for (const [trace, says] of [
    [directory, "it is a directory; name a file"],
    [join(directory, "none", "t"), "its folder does not exist"],
    [file, "it is the configuration; name another file"],
  ] as const) {
    const run = await runHere(["doctor", "--trace", trace, "--config", file]);
    expect(run).toMatchObject({ code: EXIT.usage, stdout: "" });
    expect(run.stderr).toContain(`${JSON.stringify(trace)}: ${says}`);
  }
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(existsSync(pidFile)).toBe(false);
});

it.skipIf(!existsSync("/dev/full"))(
  "a trace for which there is no space is told once, and the answer is as without it",
  async () => {
    const file = config({ a: embedded({ tools: ["echo"] }) });
    const run = await runHere(["call", "a/echo", "--trace", "/dev/full", "--config", file]);
    expect(run).toMatchObject({ code: EXIT.ok, stdout: "{}\n" });
    expect(run.stderr).toMatch(
      /^The trace in "\/dev\/full" is not whole: there is no space left.*\n$/,
    );
  },
);

it("is whole when the program is interrupted, and no process is left", async () => {
  const trace = traceFile();
  const pidFile = join(folder(), "diary");
  const file = config({ a: server({ tools: ["hang"], pidFile }) });
  const child = start(["call", "a/hang", "--trace", trace, "--config", file]);
  const ended = over(child);
  while (!existsSync(pidFile) || diary(pidFile).called.length === 0) await sleep(20);
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 130, stdout: "", stderr: "" });
  const lines = linesOf(trace);
  expect(saidIn(lines)).toContain("a > tools/call");
  expect(lines.at(-1)).toMatchObject({ server: "a", closed: "local" });
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});
