import { Client, type PeerReport, type ServerOptions } from "@x/client";
import { type HttpTransportOptions, httpTransport } from "@x/transport-http";
import { fetchSend } from "@x/transport-http/fetch";
import { nodeSend } from "@x/transport-http/node";
import { undiciSend } from "@x/transport-http/undici";
import { afterEach, expect, test } from "vitest";
import { type HttpServer, legacyModeServer, legacyServer, modernServer } from "./http-servers.js";

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function started<Server extends HttpServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  cleanUps.push(() => server.close());
  return server;
}

/** A client of one server, and how it stands. */
async function connected(
  options: HttpTransportOptions,
  allowLegacy = false,
  repeat: ServerOptions["repeat"] = {},
): Promise<{ readonly client: Client; readonly report: PeerReport | undefined }> {
  const client = new Client({ clientInfo: { name: "interop", version: "1.0.0" } });
  cleanUps.push(() => client.close());
  client.addServer("server", httpTransport(options), { allowLegacy, repeat });
  const [report] = await client.connect();
  return { client, report };
}

const backEnds = [
  ["node:http", nodeSend],
  ["undici", undiciSend],
  ["fetch", fetchSend],
] as const;

test.each(backEnds)(
  "the official modern server is listed and called over %s",
  async (_name, make) => {
    const { url, requests } = await started(modernServer("reject"));
    const send = make();
    cleanUps.push(async () => send.close?.());
    const { client, report } = await connected({ url, send });
    expect(report).toMatchObject({
      state: "ready",
      era: "modern",
      revision: "2026-07-28",
      faults: 0,
    });
    const { content } = await client.callTool("echo", { text: "é😀" });
    expect(content).toEqual([{ type: "text", text: "é😀" }]);
    expect((await client.callTool("count", {})).content).toEqual([
      { type: "text", text: "counted" },
    ]);
    expect(
      requests.map(({ method, headers }) => [method, headers["mcp-method"], headers["mcp-name"]]),
    ).toEqual([
      ["POST", "server/discover", undefined],
      ["POST", "subscriptions/listen", undefined],
      ["POST", "tools/list", undefined],
      ["POST", "tools/call", "echo"],
      ["POST", "tools/call", "count"],
    ]);
    expect(requests.every(({ headers }) => headers["mcp-protocol-version"] === "2026-07-28")).toBe(
      true,
    );
    expect(requests.some(({ headers }) => "mcp-session-id" in headers)).toBe(false);
  },
);

test("the official dual server is modern, also where legacy is allowed", async () => {
  const { url } = await started(modernServer("stateless"));
  const { report } = await connected({ url }, true);
  expect(report).toMatchObject({ state: "ready", era: "modern" });
});

test("the official server's legacy mode is legacy by evidence, where it is allowed", async () => {
  const { url, requests } = await started(legacyModeServer());
  const { client, report } = await connected({ url }, true);
  expect(report).toMatchObject({ state: "ready", era: "legacy", revision: "2025-11-25" });
  expect((await client.callTool("echo", { text: "hi" })).content).toHaveLength(1);
  expect(requests.some(({ headers }) => "mcp-session-id" in headers)).toBe(false);
});

test.each(backEnds)(
  "the official legacy server has a session, a stream and an end over %s",
  async (_name, make) => {
    const server = await started(legacyServer());
    const send = make();
    cleanUps.push(async () => send.close?.());
    const { client, report } = await connected({ url: server.url, send }, true);
    expect(report).toMatchObject({
      state: "ready",
      era: "legacy",
      revision: "2025-11-25",
      faults: 0,
    });
    expect((await client.callTool("echo", { text: "hi" })).content).toEqual([
      { type: "text", text: "hi" },
    ]);
    // Asked on the server's own stream, refused by name.
    expect((await client.callTool("ask", {})).content).toEqual([{ type: "text", text: "-32601" }]);
    const afterHandshake = server.requests.filter(({ headers }) => "mcp-session-id" in headers);
    expect(new Set(afterHandshake.map(({ method }) => method))).toEqual(new Set(["POST", "GET"]));
    expect(
      afterHandshake.every(({ headers }) => headers["mcp-protocol-version"] === "2025-11-25"),
    ).toBe(true);
    expect(server.sessions()).toBe(1);
    await client.close();
    expect(server.sessions()).toBe(0);
    expect(server.requests.at(-1)).toMatchObject({ method: "DELETE" });
  },
);

test("a stream that the official legacy server breaks off goes on from its last event", async () => {
  const server = await started(legacyServer());
  const { client } = await connected({ url: server.url, listen: false }, true);
  const { content } = await client.callTool("hang-up", {});
  expect(content).toEqual([{ type: "text", text: "after the break" }]);
  const resumed = server.requests.filter(({ headers }) => "last-event-id" in headers);
  expect(resumed.map(({ method }) => method)).toEqual(["GET"]);
});

test("what an official legacy server says of itself is heard on its own stream", async () => {
  const server = await started(legacyServer());
  const { client } = await connected({ url: server.url }, true);
  const heard = new Promise<string>((resolve) => {
    client.on((event) => {
      if (event.type === "notification") resolve(event.notification.method);
    });
  });
  await client.callTool("grow", {});
  expect(await heard).toBe("notifications/tools/list_changed");
});

test("a session that the official legacy server forgot ends the connection, and a new one works", async () => {
  const server = await started(legacyServer());
  const { client } = await connected({ url: server.url }, true);
  server.forget();
  await expect(client.callTool("echo", { text: "hi" })).rejects.toThrow(
    /no longer knows the session/,
  );
  expect(await client.reconnect("server")).toMatchObject({ state: "ready", era: "legacy" });
  expect((await client.callTool("echo", { text: "hi" })).content).toHaveLength(1);
});

test("H4: a session that was forgotten begins anew once, and the call is made again if its tool is safe", async () => {
  const server = await started(legacyServer());
  const { client } = await connected({ url: server.url }, true, { echo: "always" });
  server.forget();
  const before = server.requests.length;
  expect((await client.callTool("echo", { text: "hi" })).content).toHaveLength(1);
  const posts = server.requests.slice(before).filter(({ method }) => method === "POST");
  const inSession = posts.map(({ headers }) => "mcp-session-id" in headers);
  // What is refused: the call, and the list that comes when the stream of a session is there, where that was late.
  const refused = inSession.indexOf(false);
  expect([1, 2]).toContain(refused);
  // Probe, initialize; initialized, list; the call again. Another list comes when the stream of the new session
  // is there, before the call or behind it.
  const [probe, initialize, ...rest] = inSession.slice(refused);
  expect([probe, initialize]).toEqual([false, false]);
  expect(rest.length).toBeGreaterThanOrEqual(3);
  expect(rest.length).toBeLessThanOrEqual(4);
  expect(rest).not.toContain(false);
  expect(server.sessions()).toBe(1);
});

test("a legacy server that is not allowed is not sent initialize", async () => {
  const server = await started(legacyServer());
  const { report } = await connected({ url: server.url });
  expect(report).toMatchObject({
    state: "unavailable",
    era: "unknown",
    reason: "legacy_not_allowed",
  });
  expect(server.requests).toHaveLength(1);
});
