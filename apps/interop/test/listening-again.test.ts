import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { httpTransport } from "@x/transport-http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyShelf } from "../fixtures/modern-offering.mjs";
import { Host, type SubscriptionEvent } from "./host.js";
import { type HttpServer, legacyOffers, modernOffers } from "./http-servers.js";
import { unofficial } from "./official.js";

let host: Host;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  host = new Host();
});

afterEach(async () => {
  await host.client.close();
  expect(host.alive).toEqual([]);
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function started<Server extends HttpServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  cleanUps.push(() => server.close());
  return server;
}

const OFFERED = ["add", "echo", "log", "write"];
const names = (): string[] => host.client.tools.map(({ canonical }) => canonical);
const listenIds = (): number[] => host.requests("one", "subscriptions/listen").map(({ id }) => id);

/** What a subscription of the host to one resource was told. */
function watching(): SubscriptionEvent[] {
  const events: SubscriptionEvent[] = [];
  const filter = { resourceSubscriptions: ["memo://one"] };
  host.client.listen("one", filter, {
    onEvent: (event) => {
      events.push(event);
    },
  });
  return events;
}

test("S2: streams that an endpoint's network cuts are listened to again under new ids, and what changed meanwhile is one change", async () => {
  const shelf = emptyShelf();
  const server = await started(modernOffers(shelf));
  host.client.addServer("one", httpTransport({ url: server.url }));
  await host.client.connect();
  const watched = watching();
  await expect.poll(() => watched).toHaveLength(1);
  await host.client.readResource("one", "memo://one");
  server.cut();
  // Nobody is told: that is what happens while a stream is down.
  shelf.tools.push("later");
  shelf.memo = "second";
  await expect.poll(names, { timeout: 5000 }).toEqual(["add", "echo", "later", "log", "write"]);
  await expect
    .poll(() => watched, { timeout: 5000 })
    .toMatchObject([
      { type: "acknowledged" },
      { type: "lost", againInMs: expect.any(Number) },
      { type: "acknowledged" },
      { type: "may_have_changed", after: "interruption" },
    ]);
  expect(await host.client.readResource("one", "memo://one")).toMatchObject({
    contents: [{ text: "second" }],
  });
  // That of the client and that of the host, twice each.
  expect(new Set(listenIds()).size).toBe(4);
  expect(host.told("tools")).toHaveLength(2);
  expect(host.requests("one", "tools/list")).toHaveLength(2);
  // The endpoint was there all the time.
  expect(host.told("peer").map(({ report }) => report.state)).toEqual(["connecting", "ready"]);
  server.notify.resourceUpdated("memo://one");
  await expect.poll(() => watched.at(-1)).toEqual({ type: "resource_updated", uri: "memo://one" });
  expect(unofficial(host.sent.get("one") ?? [], "modern")).toEqual([]);
  expect(host.told("fault")).toEqual([]);
});

test("P8, S2: a process that is killed is discovered, listed and listened to again, and no tool is there twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-mcp-interop-"));
  cleanUps.push(async () => rmSync(folder, { recursive: true }));
  const further = join(folder, "tools");
  host.add("one", ["modern-offers.mjs", further]);
  await host.client.connect();
  expect(names()).toEqual(OFFERED);
  const watched = watching();
  await expect.poll(() => watched).toHaveLength(1);
  const before = host.requests("one").length;
  writeFileSync(further, "later\n");
  const [pid] = host.groups;
  process.kill(pid ?? Number.NaN, "SIGKILL");
  await expect.poll(names, { timeout: 8000 }).toEqual(["add", "echo", "later", "log", "write"]);
  await expect
    .poll(() => watched)
    .toMatchObject([
      { type: "acknowledged" },
      { type: "lost" },
      { type: "acknowledged" },
      { type: "may_have_changed", after: "new_connection" },
    ]);
  const again = host.requests("one").slice(before);
  expect(again.map(({ method }) => method).toSorted()).toEqual([
    "prompts/list",
    "server/discover",
    "subscriptions/listen",
    "subscriptions/listen",
    "tools/list",
  ]);
  expect(host.told("tools").map(({ diff }) => diff.added.length)).toEqual([4, 1]);
  await host.client.callTool("write", { memo: "second" });
  await expect.poll(() => watched.at(-1)).toEqual({ type: "resource_updated", uri: "memo://one" });
  await host.client.callTool("add", { to: "tools", name: "last" });
  await expect.poll(names).toContain("last");
  expect(host.told("tools")).toHaveLength(3);
  expect(host.told("fault")).toEqual([]);
});

test("H4: a read that finds its session forgotten is made again in a new one, where its resources are subscribed again", async () => {
  const server = await started(legacyOffers());
  host.client.addServer("one", httpTransport({ url: server.url }), { allowLegacy: true });
  await host.client.connect();
  const watched = watching();
  await expect.poll(() => watched).toHaveLength(1);
  server.forget();
  expect(await host.client.readResource("one", "memo://one")).toMatchObject({
    contents: [{ text: "first" }],
  });
  expect(host.requests("one", "initialize")).toHaveLength(2);
  expect(host.requests("one", "resources/read")).toHaveLength(2);
  expect(server.sessions()).toBe(1);
  await expect.poll(() => host.requests("one", "resources/subscribe")).toHaveLength(2);
  await expect
    .poll(() => watched)
    .toMatchObject([
      { type: "acknowledged" },
      { type: "lost" },
      { type: "acknowledged" },
      { type: "may_have_changed", after: "new_connection" },
      // Until the stream of the new session was there, nothing was heard.
      { type: "may_have_changed", after: "interruption" },
    ]);
  const streams = () => server.requests.filter(({ method }) => method === "GET");
  await expect.poll(() => streams().length).toBeGreaterThan(1);
  await host.client.callTool("write", { memo: "second" });
  await expect.poll(() => watched.at(-1)).toEqual({ type: "resource_updated", uri: "memo://one" });
  expect(names()).toEqual(OFFERED);
  expect(host.told("tools")).toHaveLength(1);
  expect(unofficial(host.sent.get("one") ?? [], "legacy")).toEqual([]);
});

test("H4: a session that was forgotten is missed by the server's own stream, without a call", async () => {
  const shelf = emptyShelf();
  const server = await started(legacyOffers(shelf));
  host.client.addServer("one", httpTransport({ url: server.url }), { allowLegacy: true });
  await host.client.connect();
  await expect.poll(() => server.requests.some(({ method }) => method === "GET")).toBe(true);
  server.forget();
  server.cut();
  shelf.tools.push("later");
  await expect.poll(names, { timeout: 8000 }).toContain("later");
  expect(host.requests("one", "initialize")).toHaveLength(2);
  expect(host.requests("one", "tools/call")).toEqual([]);
  expect(host.told("peer").map(({ report }) => report.reason)).toContain("connection_lost");
  expect(host.told("tools")).toHaveLength(2);
  await host.client.callTool("add", { to: "tools", name: "last" });
  await expect.poll(names).toContain("last");
});

test("H4: a call that must not be repeated fails with its session, and the peer is back by itself", async () => {
  const server = await started(legacyOffers());
  host.client.addServer("one", httpTransport({ url: server.url }), { allowLegacy: true });
  await host.client.connect();
  server.forget();
  await expect(host.client.callTool("echo", { text: "hi" })).rejects.toMatchObject({
    code: "connection_closed",
    message: expect.stringContaining("no longer knows the session"),
  });
  const options = { whenUnavailable: "wait" } as const;
  expect(await host.client.callTool("echo", { text: "hi" }, options)).toMatchObject({
    content: [{ text: "hi" }],
  });
  expect(host.requests("one", "tools/call")).toHaveLength(2);
  expect(host.requests("one", "initialize")).toHaveLength(2);
});
