import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { traceFile } from "./support/trace.js";

const REVISION = "io.modelcontextprotocol/protocolVersion";

type Line = Readonly<Record<string, unknown>>;

/** A trace with these lines behind its first. */
function trace(...lines: readonly (Line | string)[]): string {
  const file = join(folder(), "trace.jsonl");
  const header = { format: "x-mcp-trace", version: 1, xMcpVersion: "1.0.0", command: "call" };
  const all = [header, ...lines].map((line) =>
    typeof line === "string" ? line : JSON.stringify(line),
  );
  writeFileSync(file, all.map((line) => `${line}\n`).join(""));
  return file;
}

const frame = (
  at: number,
  direction: "sent" | "received",
  message: object,
  more: Line = {},
): Line => ({
  at,
  server: "notes",
  connection: 1,
  direction,
  bytes: 10,
  message: { jsonrpc: "2.0", ...message },
  ...more,
});

const stamped = (params: object = {}): object => ({
  ...params,
  _meta: { [REVISION]: "2026-07-28" },
});

const MODERN = [
  frame(0, "sent", { id: 1, method: "server/discover", params: stamped() }),
  frame(20.5, "received", { id: 1, result: { supportedVersions: ["2026-07-28"] } }),
  frame(21, "sent", { id: 2, method: "tools/call", params: stamped({ name: "search" }) }),
];

it("pairs answers with what was asked, tells the times, and where the era is decided", async () => {
  const file = trace(
    ...MODERN,
    frame(22, "received", { method: "notifications/progress", params: { progress: 1 } }),
    frame(30, "received", { id: 2, error: { code: -32602, message: "no\u001b[2J" } }),
    { at: 31, server: "notes", connection: 1, closed: "local", message: "Closed." },
  );
  const { code, stdout, stderr } = await runHere(["trace", file]);
  expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "      0.0 ms  notes#1  -> server/discover #1, 10 bytes",
    "     20.5 ms  notes#1  <- server/discover #1 result, after 20.5 ms, 10 bytes, shows itself as modern: 2026-07-28",
    '                          {"supportedVersions":["2026-07-28"]}',
    "     21.0 ms  notes#1  -> tools/call #2, 10 bytes, ERA: modern 2026-07-28",
    '                          {"name":"search"}',
    "     22.0 ms  notes#1  <- notifications/progress, 10 bytes",
    '                          {"progress":1}',
    "     30.0 ms  notes#1  <- tools/call #2 error, after 9 ms, 10 bytes",
    '                          -32602 "no\\u001b[2J"',
    "     31.0 ms  notes#1  -- closed: local",
    "                          Closed.",
    "",
  ]);
});

it("a legacy server is one that says nothing of its era, then answers initialize, then is told that it is", async () => {
  const file = trace(
    MODERN[0] ?? {},
    frame(1, "received", { id: 1, error: { code: -32601, message: "Method not found" } }),
    frame(2, "sent", { id: 2, method: "initialize", params: { protocolVersion: "2025-11-25" } }),
    frame(3, "received", { id: 2, result: { protocolVersion: "2025-06-18" } }),
    frame(4, "sent", { method: "notifications/initialized" }),
    frame(5, "sent", { id: 3, method: "tools/list" }),
  );
  const { entries, unanswered } = JSON.parse((await runHere(["trace", file, "--json"])).stdout);
  expect(entries.map(({ era }: { era: unknown }) => era)).toEqual([
    undefined,
    { type: "evidence", era: "unknown", revisions: [] },
    undefined,
    { type: "evidence", era: "legacy", revisions: ["2025-06-18"] },
    { type: "settled", era: "legacy", revisions: ["2025-06-18"] },
    undefined,
  ]);
  expect(unanswered).toEqual([
    {
      line: 7,
      at: 5,
      server: "notes",
      connection: 1,
      direction: "sent",
      method: "tools/list",
      id: 3,
      wasCancelled: false,
    },
  ]);
});

it("names what is wrong with a frame, and what nobody answered", async () => {
  const file = trace(
    ...MODERN,
    frame(22, "received", { id: 9, result: {} }),
    frame(23, "received", { id: 1, result: {} }),
    frame(24, "received", { id: "s", method: "ping" }),
    frame(25, "received", {}, { message: { id: 2, result: {} } }),
    { at: 26, server: "notes", connection: 1, direction: "received", bytes: 5, text: "hello" },
    frame(27, "sent", { method: "notifications/cancelled", params: { requestId: 2 } }),
    frame(28, "received", { id: 2, result: {} }),
    // An id is one's own on each connection, and on each side.
    frame(29, "received", { id: 2, result: {} }, { connection: 2 }),
  );
  const { entries } = JSON.parse((await runHere(["trace", file, "--json"])).stdout);
  const told = entries.slice(3).map(({ fault = null, isLate = false }: Line) => [fault, isLate]);
  expect(told).toEqual([
    ["foreign_id", false],
    ["second_answer", false],
    ["server_request", false],
    ["invalid_message", false],
    ["invalid_message", false],
    [null, false],
    [null, true],
    ["foreign_id", false],
  ]);
  const { stdout } = await runHere(["trace", file]);
  expect(stdout).toContain(
    "notes#1  <- #9 result, 10 bytes, FAULT: answers nothing that was asked\n",
  );
  expect(stdout).toContain("late: it was cancelled");
  expect(stdout).toContain('-- ping #"s" of line 7: never answered, asked by the server\n');
});

it("shows only what is asked for by server, method and id", async () => {
  const file = trace(...MODERN, frame(22, "sent", { id: "2", method: "ping" }, { server: "wiki" }));
  const lines = async (...options: readonly string[]) => {
    const { entries } = JSON.parse((await runHere(["trace", file, "--json", ...options])).stdout);
    return entries.map(({ line }: Line) => line);
  };
  expect(await lines("--server", "wiki")).toEqual([5]);
  expect(await lines("--method", "server/discover")).toEqual([2, 3]);
  expect(await lines("--id", "2")).toEqual([4, 5]);
  expect(await lines("--id", '"2"')).toEqual([5]);
  const unknown = await runHere(["trace", file, "--server", "wikki"]);
  expect(unknown).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(unknown.stderr).toContain('has no server "wikki". Did you mean wiki?');
});

it("lines that are damaged or missing are named, and the rest is shown", async () => {
  const deep = `{"at":9,"server":"n","connection":1,"direction":"sent","bytes":1,"message":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const file = trace(...MODERN, '{"at":1,"ser', { at: 1 }, "[]", deep, { dropped: 3 });
  appendFileSync(file, '{"at":2');
  const { code, stdout, stderr } = await runHere(["trace", file]);
  expect(code).toBe(EXIT.ok);
  expect(stdout).toContain("tools/call #2");
  expect(stdout).toContain("FAULT: no message");
  const numbers = [...stderr.matchAll(/line (\d+) is damaged/g)].map(([, line]) => line);
  expect(numbers).toEqual(["5", "6", "7", "10"]);
  expect(stderr).toContain("3 frames are missing");
  const { damaged, dropped } = JSON.parse((await runHere(["trace", file, "--json"])).stdout);
  expect({ damaged, dropped }).toEqual({ damaged: [5, 6, 7, 10], dropped: 3 });
});

it("what is no trace is refused with 2", async () => {
  const file = join(folder(), "x");
  writeFileSync(file, "hello\n");
  const run = await runHere(["trace", file]);
  expect(run).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(run.stderr).toContain("is no trace that x-mcp can read: line 1 is no JSON object");
  expect((await runHere(["trace", `${file}.none`])).stderr).toContain("does not exist");
});

it("reads what --trace wrote, with both eras in it and no fault", async () => {
  const file = traceFile();
  const servers = config({
    new: embedded({ tools: ["echo"] }),
    old: server({ era: "legacy", tools: ["echo"] }, { allowLegacy: true }),
  });
  await runHere(["tools", "--trace", file, "-c", servers]);
  const { entries, unanswered, damaged, command } = JSON.parse(
    (await runHere(["trace", file, "--json"])).stdout,
  );
  const settled = entries.flatMap(({ server: name, era }: { server: string; era?: Line }) =>
    era?.["type"] === "settled" ? [`${name}: ${era["era"]} ${era["revisions"]}`] : [],
  );
  expect(settled.sort()).toEqual(["new: modern 2026-07-28", "old: legacy 2025-11-25"]);
  expect(entries.filter(({ fault }: Line) => fault !== undefined)).toEqual([]);
  expect({ unanswered, damaged, command }).toEqual({
    unanswered: [],
    damaged: [],
    command: "tools",
  });
});
