import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent as NodeAgent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as quietTime } from "node:timers/promises";
import { httpTransport, type Send } from "@x/transport-http";
import { type FetchLike, fetchSend } from "@x/transport-http/fetch";
import { nodeSend } from "@x/transport-http/node";
import { undiciSend } from "@x/transport-http/undici";
import { Agent as UndiciAgent, fetch as undiciFetch } from "undici";
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
    ]);
  const streams = () => server.requests.filter(({ method }) => method === "GET");
  await expect.poll(() => streams().length).toBeGreaterThan(1);
  await host.client.callTool("write", { memo: "second" });
  await expect.poll(() => watched.at(-1)).toEqual({ type: "resource_updated", uri: "memo://one" });
  expect(names()).toEqual(OFFERED);
  expect(host.told("tools")).toHaveLength(1);
  expect(unofficial(host.sent.get("one") ?? [], "legacy")).toEqual([]);
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

/** As long as a body may be quiet for these back ends: 300 s is what undici and Node's `fetch` begin with. */
const LIMIT_MS = 300;

/** A stream that says nothing for three times the limit. */
async function quiet(send: Send): Promise<{
  readonly server: Awaited<ReturnType<typeof modernOffers>>;
  readonly add: () => void;
}> {
  const shelf = emptyShelf();
  const server = await started(modernOffers(shelf));
  host.client.addServer("one", httpTransport({ url: server.url, send }));
  await host.client.connect();
  await quietTime(3 * LIMIT_MS);
  return { server, add: () => shelf.tools.push("later") };
}

test.each([
  [
    "node:http, whose agent ends idle connections after that",
    () => {
      const agent = new NodeAgent({ keepAlive: true, timeout: LIMIT_MS });
      cleanUps.push(async () => agent.destroy());
      return nodeSend({ agents: { http: agent } });
    },
  ],
  [
    "undici, whose dispatcher has it as its time-outs",
    () => {
      const dispatcher = new UndiciAgent({ bodyTimeout: LIMIT_MS, headersTimeout: LIMIT_MS });
      cleanUps.push(() => dispatcher.destroy());
      return undiciSend({ dispatcher });
    },
  ],
])(
  "H11: a stream that is quiet for longer than a back end's limit is still there over %s",
  async (_name, make) => {
    const { server, add } = await quiet(make());
    expect(listenIds()).toHaveLength(1);
    add();
    server.notify.toolsChanged();
    await expect.poll(names).toContain("later");
    expect(listenIds()).toHaveLength(1);
    expect(host.told("subscription").map(({ event }) => event.type)).toEqual(["acknowledged"]);
  },
);

test("H11: fetch ends a quiet stream by a limit that its caller cannot lift, and it is listened to again", async () => {
  const dispatcher = new UndiciAgent({ bodyTimeout: LIMIT_MS });
  cleanUps.push(() => dispatcher.destroy());
  const fetch: FetchLike = (url, init) =>
    undiciFetch(url, { ...init, dispatcher }) as Promise<unknown> as ReturnType<FetchLike>;
  const { add } = await quiet(fetchSend({ fetch }));
  // Told to nobody who listens just then, or to somebody: either way it is found.
  add();
  await expect.poll(names, { timeout: 5000 }).toContain("later");
  const ids = listenIds();
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
  expect(host.told("subscription").map(({ event }) => event.type)).toContain("lost");
  // The endpoint is there, and calls go on.
  expect(host.client.peers).toMatchObject([{ state: "ready" }]);
  expect(await host.client.callTool("later")).toMatchObject({ content: [{ text: "later" }] });
});
