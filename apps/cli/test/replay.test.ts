import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { ask, call } from "./support/ask.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { traceFile, traceOf } from "./support/trace.js";
import { MAIN } from "./support/x-mcp.js";

const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** A configuration whose servers replay those of a trace. */
function replaying(trace: string, ...servers: readonly string[]): string {
  const replayed = servers.map((name) => [
    name,
    {
      command: process.execPath,
      args: [MAIN, "replay", trace, "--server", name],
      allowLegacy: true,
    },
  ]);
  return config(Object.fromEntries(replayed));
}

it("a configuration of replayed servers answers as the recorded ones did", async () => {
  const trace = traceFile();
  const file = config({
    a: server({ tools: ["echo", "search"], tag: "a", prompts: [{ name: "p" }] }),
    old: server({ era: "legacy", tools: ["search"], tag: "old" }, { allowLegacy: true }),
  });
  const doctor = await runHere(["doctor", "--json", "--trace", trace, "--config", file]);
  const again = await runHere(["doctor", "--json", "--config", replaying(trace, "a", "old")]);
  const timeless = (text: string) => text.replaceAll(/"(atMs|elapsedMs)": \d+/g, "");
  expect(timeless(again.stdout)).toBe(timeless(doctor.stdout));
  for (const name of ["a/search", "old/search"]) {
    const args = ["call", name, "query=x"];
    const first = await runHere([...args, "--trace", trace, "--config", file]);
    const owner = replaying(trace, name.split("/")[0] ?? "");
    expect(await runHere([...args, "--config", owner])).toEqual(first);
  }
});

it("a recorded end ends the process, and what was said before it is said", async () => {
  const trace = traceFile();
  const file = config({ a: server({ tools: ["die"] }) });
  await runHere(["call", "a/die", "--trace", trace, "--config", file]);
  const run = await runHere(["call", "a/die", "--config", replaying(trace, "a")]);
  expect(run).toMatchObject({ code: EXIT.unavailable, stdout: "" });
  expect(run.stderr).toContain("exit code 0");
});

it("progress, logs and what is no message come again, under the token of the new request", async () => {
  const trace = traceFile();
  const file = config({
    a: embedded({ tools: ["work", "chatter"], declares: { logging: {} } }),
  });
  const args = ["call", "a/work", "--log", "info"];
  const around = { stderrColumns: 80 };
  const first = await runHere([...args, "--trace", trace, "--config", file], around);
  const again = await runHere([...args, "--config", replaying(trace, "a")], around);
  expect(again).toEqual(first);
  expect(again.stderr).toContain("25%");
  await runHere(["call", "a/chatter", "--trace", trace, "--config", file]);
  const { said } = await ask(trace, {
    ...call(9, "chatter"),
    params: { name: "chatter", arguments: {} },
  });
  expect(said).toMatchObject(["starting with undefined", { id: 9 }]);
});

it("answers under the id that was asked with, in the recorded order, and then the last again", async () => {
  const trace = traceOf(
    [">", call(1, "a")],
    [">", call(2, "a", { "com.example/x": 1 })],
    ["<", { id: 2, result: { n: "second" } }],
    ["<", { id: 1, error: { code: -32000, message: "first" } }],
    [">", call(3, "b")],
    ["<", { id: 3, result: { n: "b" } }],
  );
  const { said, code } = await ask(trace, call("x", "a"), call(7, "b"), call(8, "a"), call(9, "a"));
  expect(code).toBe(EXIT.ok);
  expect(said).toEqual([
    { jsonrpc: "2.0", id: "x", error: { code: -32000, message: "first" } },
    { jsonrpc: "2.0", id: 7, result: { n: "b" } },
    { jsonrpc: "2.0", id: 8, result: { n: "second" } },
    { jsonrpc: "2.0", id: 9, result: { n: "second" } },
  ]);
});

it("params are the same in any order of their keys, and whoever initializes is answered", async () => {
  const trace = traceOf(
    [">", { id: 1, method: "initialize", params: { clientInfo: { name: "one" } } }],
    ["<", { id: 1, result: { ok: 1 } }],
    [">", { method: "notifications/initialized" }],
    [">", { id: 2, method: "x", params: { a: 1, b: [{ c: 1, d: 2 }] } }],
    ["<", { id: 2, result: { ok: 2 } }],
    [">", { id: 3, method: "tools/list", params: {} }],
    ["<", { id: 3, result: { ok: 3 } }],
  );
  const { said } = await ask(
    trace,
    { id: 5, method: "initialize", params: { clientInfo: { name: "other" } } },
    { method: "notifications/initialized" },
    { id: 6, method: "x", params: { b: [{ d: 2, c: 1 }], a: 1 } },
    { id: 7, method: "tools/list" },
  );
  expect(said.map((one) => (one as { result: unknown }).result)).toEqual([
    { ok: 1 },
    { ok: 2 },
    { ok: 3 },
  ]);
});

it("what is not in the trace is an error that names it, on stderr, too", async () => {
  const trace = traceOf([">", call(1, "a")], ["<", { id: 1, result: {} }]);
  const { said, stderr } = await ask(trace, call(5, "b\u001b"), { id: 6, method: "prompts/list" });
  const noCall =
    'The trace has no tools/call with {"name":"b\\u001b"}. It has it once, with other params.';
  expect(said).toEqual([
    { jsonrpc: "2.0", id: 5, error: { code: -32602, message: noCall } },
    { jsonrpc: "2.0", id: 6, error: { code: -32601, message: "The trace has no prompts/list." } },
  ]);
  expect(stderr).toBe(`${noCall}\nThe trace has no prompts/list.\n`);
});

it("silence stays silence, and so does what its client had cancelled", async () => {
  const trace = traceOf(
    [">", call(1, "silent")],
    [">", call(2, "slow")],
    [">", { method: "notifications/cancelled", params: { requestId: 2 } }],
    ["<", { id: 2, result: { late: true } }],
    ["local"],
  );
  expect(await ask(trace, call(5, "silent"), call(6, "slow"))).toMatchObject({
    code: EXIT.ok,
    said: [],
  });
});

it("progress goes to who asked for it, and to nobody else", async () => {
  const progress = (progressToken: unknown) => ({
    method: "notifications/progress",
    params: { progressToken, progress: 1 },
  });
  const trace = traceOf(
    [">", call(1, "a", { progressToken: "t" })],
    ["<", progress("t")],
    ["<", progress("of nobody")],
    ["<", { id: 1, result: {} }],
  );
  const { said } = await ask(trace, call(5, "a", { progressToken: 77 }), call(6, "a"));
  expect(said).toEqual([
    { jsonrpc: "2.0", ...progress(77) },
    { jsonrpc: "2.0", id: 5, result: {} },
    { jsonrpc: "2.0", id: 6, result: {} },
  ]);
});

it("a subscription tells under the id of the new listen, up to the end that was recorded", async () => {
  const listen = (id: unknown) => ({
    id,
    method: "subscriptions/listen",
    params: { notifications: { toolsListChanged: true } },
  });
  const told = (method: string, id: unknown) => ({
    method,
    params: { _meta: { [SUBSCRIPTION_ID]: id, "com.example/y": 1 } },
  });
  const cancelled = (requestId: unknown) => ({
    method: "notifications/cancelled",
    params: { requestId, reason: "over" },
  });
  const trace = traceOf(
    [">", listen(1)],
    ["<", told("notifications/subscriptions/acknowledged", 1)],
    ["<", told("notifications/tools/list_changed", 1)],
    ["<", cancelled(1)],
    [">", listen(2)],
    ["<", { id: 2, result: told("", 2).params }],
    ["exited"],
  );
  const { said, code } = await ask(trace, listen("n"), listen("m"), call(9, "never asked"));
  expect(code).toBe(EXIT.ok);
  expect(said).toEqual(
    [
      told("notifications/subscriptions/acknowledged", "n"),
      told("notifications/tools/list_changed", "n"),
      cancelled("n"),
      { id: "m", result: told("", "m").params },
    ].map((message) => ({ jsonrpc: "2.0", ...message })),
  );
});

it("what belongs to no request comes before the next answer, and the rest after the last", async () => {
  const log = (data: string) => ({
    method: "notifications/message",
    params: { level: "info", data },
  });
  const trace = traceOf(
    [">", call(1, "a")],
    ["<", log("one")],
    ["<", { id: "s", method: "roots/list" }],
    ["<", "no message"],
    ["<", { id: 1, result: {} }],
    ["<", { id: 44, result: { to: "nobody" } }],
    ["<", log("two")],
    ["local"],
  );
  const { said } = await ask(trace, call(5, "a"), { id: "s", result: { roots: [] } });
  expect(said).toEqual([
    { jsonrpc: "2.0", ...log("one") },
    { jsonrpc: "2.0", id: "s", method: "roots/list" },
    "no message",
    { jsonrpc: "2.0", id: 5, result: {} },
    { jsonrpc: "2.0", ...log("two") },
  ]);
});

it("a result that is nested 30,000 levels deep is replayed", async () => {
  const trace = traceFile();
  const args = ["call", "a/deep", "--json"];
  const file = config({ a: embedded({ tools: ["deep"] }) });
  const first = await runHere([...args, "--trace", trace, "--config", file]);
  const again = await runHere([...args, "--config", replaying(trace, "a")]);
  expect(again.code).toBe(EXIT.ok);
  expect(again.stdout === first.stdout).toBe(true);
});
