import { join } from "node:path";
import {
  Client as OfficialClient,
  type ClientOptions as OfficialOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as LegacyStdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { Client } from "@x/client";
import { fromSdkTransport, type SdkTransportLike, toSdkTransport } from "@x/sdk-bridge";
import { groupMembers } from "@x/testkit";
import { stdioTransport } from "@x/transport-stdio";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const clientInfo = { name: "interop", version: "1.0.0" };
let groups: number[] = [];
let host: Client;

beforeEach(() => {
  groups = [];
  host = new Client({ clientInfo });
});

afterEach(async () => {
  await host.close();
  expect(groups.flatMap(groupMembers)).toEqual([]);
});

interface Command {
  readonly command: string;
  readonly args: string[];
}

/** A fixture's command, for a transport of either side. */
function fixture(file: string, ...args: string[]): Command {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, "../fixtures", file), ...args],
  };
}

/** The official client over our process supervision. */
async function official(
  command: Command,
  options?: OfficialOptions,
): Promise<{ readonly client: OfficialClient; readonly errors: Error[] }> {
  const client = new OfficialClient(clientInfo, options);
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  const transport = stdioTransport({ ...command, onSpawn: (pid) => groups.push(pid) });
  await client.connect(toSdkTransport(transport));
  return { client, errors };
}

const auto = { versionNegotiation: { mode: "auto" } } as const;

test.each([
  ["modern", ["modern.mjs"], auto, "modern", 2],
  ["dual", ["modern.mjs", "--dual"], {}, "legacy", 2],
  ["legacy", ["legacy.mjs"], {}, "legacy", 3],
  ["legacy, probed first,", ["legacy.mjs"], auto, "legacy", 3],
] as const)(
  "the official client runs a %s server in our process group, and all of it ends with the client",
  async (_, [file, ...args], options, era, tools) => {
    const { client, errors } = await official(fixture(file, ...args), options);
    expect(client.getProtocolEra()).toBe(era);
    expect((await client.listTools()).tools).toHaveLength(tools);
    const { content } = await client.callTool({ name: "echo", arguments: { text: "é😀" } });
    expect(content).toEqual([{ type: "text", text: "é😀" }]);
    expect(groups.flatMap(groupMembers)).toHaveLength(1);
    await client.close();
    expect(groups.flatMap(groupMembers)).toEqual([]);
    expect(errors).toEqual([]);
  },
);

test("P2: a server that dies during the official client's calls fails them at once, with its last words", async () => {
  const { client, errors } = await official(fixture("modern.mjs"), auto);
  const calls = [client.callTool({ name: "die", arguments: {} }), client.callTool({ name: "die" })];
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(errors).toMatchObject([
    {
      code: "connection_closed",
      message: expect.stringMatching(/exit code 3.*told to die/s),
      cause: { type: "exited", exit: { exitCode: 3 } },
    },
  ]);
});

test("P1: a command that does not exist fails the official client's connect, with the PATH that was searched", async () => {
  await expect(official({ command: "no-such-command", args: [] })).rejects.toMatchObject({
    code: "open_failed",
    message: expect.stringContaining(process.env["PATH"] ?? ""),
  });
});

test("our client negotiates and calls over official stdio transports of both versions", async () => {
  const over = (make: (command: Command) => SdkTransportLike, command: Command) =>
    fromSdkTransport(() => make(command), {
      binding: { type: "stdio", ...command, cwd: process.cwd(), envHash: "" },
    });
  const version2 = (command: Command) => new StdioClientTransport(command);
  const version1 = (command: Command) => new LegacyStdioClientTransport(command);
  host.addServer("new", over(version2, fixture("modern.mjs")));
  host.addServer("old", over(version1, fixture("legacy.mjs")), { allowLegacy: true });
  host.addServer("kept", over(version2, fixture("legacy.mjs")));
  host.addServer("absent", over(version2, { command: "/no/such", args: [] }));
  const reports = await host.connect();
  expect(reports.map(({ name, state, era, reason }) => [name, state, era, reason])).toEqual([
    ["new", "ready", "modern", "discovered"],
    ["old", "ready", "legacy", "initialized"],
    ["kept", "unavailable", "unknown", "legacy_not_allowed"],
    ["absent", "unavailable", "unknown", "open_failed"],
  ]);
  for (const name of ["echo", "old/echo"]) {
    expect(await host.callTool(name, { text: name })).toMatchObject({ content: [{ text: name }] });
  }
});

/** The method of a message that is posted; `undefined` for other requests. */
async function methodOf(request: Request): Promise<string | undefined> {
  return request.method === "POST" ? JSON.parse(await request.clone().text()).method : undefined;
}

/** The official HTTP transport in front of an endpoint in this process, and what it was asked. */
function overHttp(fetch: (request: Request) => Promise<Response>) {
  const url = "http://localhost/mcp";
  const asked: string[] = [];
  const make = () =>
    new StreamableHTTPClientTransport(new URL(url), {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const method = await methodOf(request);
        if (method !== undefined) asked.push(method);
        return fetch(request);
      },
    });
  return { transport: fromSdkTransport(make, { binding: { type: "http", url } }), asked };
}

test("our client negotiates and calls over the official HTTP transport, in either era", async () => {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "official-http", version: "1.0.0" });
    server.registerTool("who", {}, () => ({ content: [{ type: "text", text: "http" }] }));
    return server;
  });
  const modern = overHttp(handler.fetch);
  // An endpoint that only knows the legacy era answers the probe with an error of its own.
  const legacy = overHttp(async (request) => {
    return (await methodOf(request)) === "server/discover"
      ? new Response("?", { status: 400 })
      : handler.fetch(request);
  });
  host.addServer("new", modern.transport);
  host.addServer("old", legacy.transport, { allowLegacy: true });
  expect((await host.connect()).map(({ era, state }) => [era, state])).toEqual([
    ["modern", "ready"],
    ["legacy", "ready"],
  ]);
  expect(await host.callTool("who")).toMatchObject({ content: [{ text: "http" }] });
  expect(await host.callTool("old/who")).toMatchObject({ content: [{ text: "http" }] });
  expect(modern.asked).not.toContain("initialize");
  await handler.close();
});

test.each([401, 403, 429, 301])(
  "E7: HTTP %d behind the official transport is surfaced, and never a reason for initialize",
  async (status) => {
    const { transport, asked } = overHttp(async () => new Response("stop", { status }));
    host.addServer("gated", transport, { allowLegacy: true });
    expect(await host.connect()).toMatchObject([{ state: "unavailable", era: "unknown" }]);
    expect(asked).toEqual(["server/discover"]);
  },
);
