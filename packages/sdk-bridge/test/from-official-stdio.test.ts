import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as LegacyStdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type Connection, type Fault, ManualClock } from "@x/connection";
import { processesWith } from "@x/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { fromSdkTransport, type SdkTransportLike } from "../src/index.js";
import { callTool, discover, initialize, LEGACY, MODERN } from "./support/requests.js";

// Real processes on a machine that may be busy: no deadline of ours runs, and none is tested here.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const mark = `sdk-bridge-${process.pid}`;
const connections: Connection[] = [];

afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close();
  expect(processesWith("X_TEST_MARK", mark)).toEqual([]);
});

/** What either official stdio transport is given to start a fixture. */
function server(file: string, ...args: string[]) {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, "fixtures", file), ...args],
    env: { X_TEST_MARK: mark },
  };
}

async function connect(make: () => SdkTransportLike): Promise<Connection> {
  const binding = { type: "stdio", command: "node", args: [], cwd: "/", envHash: "" } as const;
  const opened = await fromSdkTransport(make, { binding }).open({ clock: new ManualClock() });
  if (opened.type === "open_failure") throw new Error(opened.message);
  connections.push(opened);
  return opened;
}

test("a modern server process is spoken to over the official stdio transport", async () => {
  const connection = await connect(() => new StdioClientTransport(server("modern.mjs")));
  await discover(connection);
  const { content } = await callTool(connection, MODERN, "echo", { text: "é😀" });
  expect(content).toEqual([{ type: "text", text: "é😀" }]);
  expect(await connection.close()).toMatchObject({ type: "local" });
});

test.each([
  ["1", () => new LegacyStdioClientTransport(server("legacy.mjs"))],
  ["2", () => new StdioClientTransport(server("legacy.mjs"))],
])(
  "F1: a legacy server process that logs on stdout is spoken to over the stdio transport of version %s",
  async (_, make) => {
    const connection = await connect(make);
    const faults: Fault[] = [];
    connection.on({ fault: (fault) => faults.push(fault) });
    await initialize(connection);
    const { content } = await callTool(connection, LEGACY, "echo", { text: "x" });
    expect(content).toEqual([{ type: "text", text: "x" }]);
    expect(faults.map(({ code }) => code)).toEqual(["wrong_jsonrpc"]);
  },
);

test("P2: a server process that is killed during a call ends it at once", async () => {
  const connection = await connect(() => new StdioClientTransport(server("modern.mjs", "--dual")));
  await initialize(connection);
  const [pid = Number.NaN] = processesWith("X_TEST_MARK", mark);
  process.kill(pid, "SIGSTOP");
  const pending = callTool(connection, LEGACY, "echo", { text: "x" });
  process.kill(pid, "SIGKILL");
  await expect(pending).rejects.toThrow(/"closed"/);
  expect(await connection.closed).toMatchObject({ type: "ended" });
});

test("P1: a command that does not exist is an opening that failed", async () => {
  const missing = new StdioClientTransport({ command: "/no/such/server" });
  const binding = { type: "stdio", command: "x", args: [], cwd: "/", envHash: "" } as const;
  const clock = new ManualClock();
  expect(await fromSdkTransport(() => missing, { binding }).open({ clock })).toMatchObject({
    type: "open_failure",
    phase: "spawn",
    code: "ENOENT",
    message: expect.stringContaining("/no/such/server"),
  });
});
