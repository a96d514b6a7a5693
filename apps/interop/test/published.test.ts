import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@x/client";
import { groupMembers } from "@x/testkit";
import { stdioTransport } from "@x/transport-stdio";
import { afterAll, expect, test } from "vitest";
import { binOf, publishedServers } from "./published-servers.js";

const folder = mkdtempSync(join(tmpdir(), "x-mcp-published-"));
mkdirSync(join(folder, ".obsidian"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Servers that count their users are asked not to. */
const QUIET = { DO_NOT_TRACK: "1", KUBB_DISABLE_TELEMETRY: "1" };

test.each(Object.entries(publishedServers(folder)))(
  "%s is ready in its own era with its tools, is called, and is gone after close",
  async (name, server) => {
    const groups: number[] = [];
    const initializes: string[] = [];
    const client = new Client({
      clientInfo: { name: "interop", version: "1.0.0" },
      onTap: (_peer, { direction, text }) => {
        if (direction === "sent" && text.includes('"initialize"')) initializes.push(text);
      },
    });
    const transport = stdioTransport({
      command: process.execPath,
      args: [binOf(server.package), ...(server.args ?? [])],
      cwd: folder,
      env: { ...QUIET, ...server.env },
      onSpawn: (pid) => groups.push(pid),
    });
    const { allowLegacy, era, revision } = server;
    client.addServer(name, transport, { allowLegacy, probeTimeoutMs: 30_000 });
    try {
      const [report] = await client.connect();
      expect(report).toMatchObject({ state: "ready", era, revision });
      expect(report?.listProblems).toBeUndefined();
      expect(client.quarantined).toEqual([]);
      expect(client.tools.map(({ local }) => local)).toEqual(
        expect.arrayContaining([...server.tools]),
      );
      expect(initializes).toHaveLength(era === "legacy" ? 1 : 0);
      if (server.call !== undefined) {
        const { content } = await client.callTool(server.call.tool, server.call.args);
        expect(content.map(({ text }) => text).join("\n")).toMatch(server.call.answer);
      }
    } finally {
      await client.close();
    }
    expect(groups).toHaveLength(1);
    expect(groups.flatMap(groupMembers)).toEqual([]);
  },
  90_000,
);

test("there are at least twelve, and one of them is old", () => {
  const servers = Object.values(publishedServers(folder));
  expect(servers.length).toBeGreaterThanOrEqual(12);
  expect(servers.map(({ revision }) => revision)).toContain("2024-11-05");
});
