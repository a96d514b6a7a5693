import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Host } from "./host.js";
import { isLegacyMessage, unofficial } from "./official.js";

let host: Host;

beforeEach(() => {
  host = new Host();
});

afterEach(async () => {
  await host.client.close();
  expect(host.alive).toEqual([]);
});

test("official servers of both eras are discovered, merged and called, and every frame is an official one", async () => {
  host.add("new", ["modern.mjs"]);
  host.add("both", ["modern.mjs", "--dual"]);
  host.add("old", ["legacy.mjs"], { allowLegacy: true });
  const reports = await host.client.connect();
  expect(reports.map(({ name, state, era, revision }) => [name, state, era, revision])).toEqual([
    ["new", "ready", "modern", "2026-07-28"],
    ["both", "ready", "modern", "2026-07-28"],
    ["old", "ready", "legacy", "2025-11-25"],
  ]);
  expect(host.client.tools.map(({ canonical }) => canonical)).toEqual([
    "die",
    "echo",
    "both/die",
    "both/echo",
    "ask",
    "old/echo",
    "who",
  ]);
  for (const name of ["echo", "both/echo", "old/echo"]) {
    expect(await host.client.callTool(name, { text: `é😀 ${name}` })).toMatchObject({
      content: [{ type: "text", text: `é😀 ${name}` }],
    });
  }
  expect(await host.client.callTool("echo", {})).toMatchObject({ isError: true });
  const unanswered = host.client.callTool("die", {}, { totalMs: 1 });
  await expect(unanswered).rejects.toMatchObject({ code: "timed_out" });
  expect(host.methods("old")).toEqual([
    "server/discover",
    "initialize",
    "notifications/initialized",
    "tools/list",
    "tools/call",
  ]);
  expect(unofficial(host.sent.get("new") ?? [], "modern")).toEqual([]);
  expect(unofficial(host.sent.get("both") ?? [], "modern")).toEqual([]);
  expect(unofficial(host.sent.get("old") ?? [], "legacy")).toEqual([]);
  expect(host.events.filter(({ type }) => type === "fault")).toEqual([]);
});

test("a legacy server's ping is answered and what the client cannot do is refused, both in official shape", async () => {
  host.add("old", ["legacy.mjs"], { allowLegacy: true });
  await host.client.connect();
  const { content } = await host.client.callTool("ask");
  expect(JSON.parse(content[0]?.text ?? "")).toEqual([{}, -32601]);
  const answers = (host.sent.get("old") ?? []).filter((frame) => !frame.includes('"method"'));
  expect(answers).toHaveLength(2);
  expect(answers.map((frame) => isLegacyMessage(frame))).toEqual([true, true]);
});

test("E1: a legacy server that is not allowed gets one probe and nothing else", async () => {
  host.add("old", ["legacy.mjs"]);
  expect(await host.client.connect()).toMatchObject([
    { state: "unavailable", era: "unknown", reason: "legacy_not_allowed", tools: 0 },
  ]);
  expect(host.methods("old")).toEqual(["server/discover"]);
});

test("a modern server stays modern, even for a peer that is allowed to be legacy", async () => {
  host.add("new", ["modern.mjs"], { allowLegacy: true });
  host.add("again", ["modern.mjs"], { allowLegacy: { reopen: true } });
  const reports = await host.client.connect();
  expect(reports.map(({ era }) => era)).toEqual(["modern", "modern"]);
  expect(host.methods("new")).not.toContain("initialize");
  expect(host.groups).toHaveLength(2);
});

test("P1: commands that do not exist and servers that exit are reports, and the healthy peer is ready", async () => {
  host.add("absent", ["/no/such/server"]);
  host.add("nowhere", ["no-such-command-anywhere"]);
  host.add("dies", ["sh", "-c", "echo 'fatal: missing API_KEY' >&2; exit 3"], {
    allowLegacy: true,
    // On a busy machine the next attempt would begin before this one is looked at.
    recover: false,
  });
  host.add("new", ["modern.mjs"]);
  const reports = await host.client.connect();
  expect(reports.map(({ state }) => state)).toEqual([
    "unavailable",
    "unavailable",
    "unavailable",
    "ready",
  ]);
  expect(reports[0]).toMatchObject({ reason: "open_failed" });
  expect(reports[0]?.message).toContain("/no/such/server");
  expect(reports[1]?.message).toContain(process.env["PATH"] ?? "");
  expect(JSON.stringify(reports[2]?.evidence)).toMatch(/code 3.*missing API_KEY/);
  // Exited on the probe, so opened once more for initialize, and never again.
  expect(host.groups).toHaveLength(3);
});

test("P2, P8: a server that dies during calls fails them at once with its last words, and comes back", async () => {
  host.add("one", ["modern.mjs"]);
  host.add("other", ["legacy.mjs"], { allowLegacy: true });
  await host.client.connect();
  const before = host.client.tools.map(({ canonical }) => canonical);
  const calls = [host.client.callTool("die", {}), host.client.callTool("die", {})];
  for (const call of calls) {
    await expect(call).rejects.toMatchObject({
      code: "connection_closed",
      message: expect.stringMatching(/exit code 3.*told to die/s),
    });
  }
  await expect(host.client.callTool("echo", { text: "x" })).rejects.toMatchObject({
    code: "peer_unavailable",
  });
  expect(await host.client.callTool("who")).toMatchObject({ content: [{ text: "legacy" }] });
  expect(await host.client.reconnect("one")).toMatchObject({ state: "ready", tools: 2 });
  expect(host.client.tools.map(({ canonical }) => canonical)).toEqual(before);
  expect(await host.client.callTool("echo", { text: "back" })).toMatchObject({
    content: [{ text: "back" }],
  });
  expect(host.groups).toHaveLength(3);
});

test("E8: a legacy server that was upgraded is negotiated anew on its next connection", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-mcp-interop-"));
  const upgrade = join(folder, "upgraded");
  try {
    host.add("one", ["upgraded.mjs", upgrade], { allowLegacy: true });
    expect(await host.client.connect()).toMatchObject([{ era: "legacy" }]);
    writeFileSync(upgrade, "");
    expect(await host.client.reconnect("one")).toMatchObject({ state: "ready", era: "modern" });
    expect(host.methods("one").filter((method) => method === "initialize")).toHaveLength(1);
    expect(await host.client.callTool("echo", { text: "x" })).toMatchObject({
      content: [{ text: "x" }],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a server that is killed from outside is lost with the signal's name", async () => {
  host.add("one", ["modern.mjs"]);
  await host.client.connect();
  const [pid] = host.groups;
  const lost = new Promise((resolve) => {
    host.client.on((event) => {
      if (event.type === "peer" && event.report.state === "unavailable") resolve(event.report);
    });
  });
  process.kill(pid ?? Number.NaN, "SIGKILL");
  expect(await lost).toMatchObject({
    reason: "connection_lost",
    message: expect.stringContaining("SIGKILL"),
  });
});
