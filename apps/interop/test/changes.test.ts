import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Host, type SubscriptionEvent } from "./host.js";
import { type HttpServer, legacyOffers, modernOffers } from "./http-servers.js";
import { unofficial } from "./official.js";

let host: Host;
const servers: HttpServer[] = [];

beforeEach(() => {
  host = new Host();
});

afterEach(async () => {
  await host.client.close();
  expect(host.alive).toEqual([]);
  for (const server of servers.splice(0)) await server.close();
});

async function started<Server extends HttpServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  servers.push(server);
  return server;
}

const names = (): string[] => host.client.tools.map(({ canonical }) => canonical);
const add = (to: "tools" | "prompts" | "resources", name: string): Promise<unknown> =>
  host.client.callTool("add", { to, name });
const write = (memo: string): Promise<unknown> => host.client.callTool("write", { memo });

/** What a subscription of the host was told. */
function listened(filter: Parameters<Client["listen"]>[1]): {
  readonly events: SubscriptionEvent[];
  readonly acknowledged: Promise<void>;
  close(): void;
} {
  const events: SubscriptionEvent[] = [];
  let acknowledge = (): void => {};
  const acknowledged = new Promise<void>((resolve) => {
    acknowledge = resolve;
  });
  const subscription = host.client.listen("one", filter, {
    onEvent: (event) => {
      events.push(event);
      if (event.type === "acknowledged") acknowledge();
    },
  });
  return { events, acknowledged, close: () => subscription.close() };
}

describe.each([
  ["modern", "stdio"],
  ["modern", "HTTP"],
  ["legacy", "stdio"],
  ["legacy", "HTTP"],
] as const)("the official %s server over %s", (era, carrier) => {
  let server: HttpServer | undefined;

  beforeEach(async () => {
    const options = { allowLegacy: era === "legacy" };
    if (carrier === "stdio") {
      server = undefined;
      host.add("one", [`${era}-offers.mjs`], options);
    } else {
      server = await started<HttpServer>(era === "modern" ? modernOffers() : legacyOffers());
      host.client.addServer("one", httpTransport({ url: server.url }), options);
    }
    expect(await host.client.connect()).toMatchObject([{ state: "ready", era }]);
    // A legacy server's own stream begins when the client is ready.
    if (server !== undefined && era === "legacy") {
      await expect.poll(() => server?.requests.some(({ method }) => method === "GET")).toBe(true);
    }
  });

  afterEach(() => {
    expect(unofficial(host.sent.get("one") ?? [], era)).toEqual([]);
    expect(host.told("fault")).toEqual([]);
  });

  test("tells of each list that changed, once, and the merged names follow", async () => {
    const { client } = host;
    expect(host.told("tools")).toHaveLength(1);
    await add("tools", "later");
    await expect.poll(names).toContain("later");
    await add("prompts", "ask");
    await expect.poll(() => client.prompts.map(({ canonical }) => canonical)).toContain("ask");
    const heard = host.next(({ type }) => type === "resources");
    await add("resources", "two");
    await heard;
    const { items } = await client.listResources("one");
    expect(items.map(({ uri }) => uri)).toContain("memo://two");
    expect(await client.callTool("later")).toMatchObject({ content: [{ text: "later" }] });
    expect(host.told("tools").map(({ diff }) => diff.added.map(({ local }) => local))).toEqual([
      ["add", "echo", "log", "write"],
      ["later"],
    ]);
    expect(host.told("prompts")).toHaveLength(2);
    // What is said before the stream of a legacy endpoint is there is lost: all is listed once more then.
    const more = era === "legacy" && carrier === "HTTP" ? 1 : 0;
    const resources = new Set(host.told("resources").map((event) => JSON.stringify(event)));
    expect([...resources]).toEqual([JSON.stringify({ type: "resources", peer: "one" })]);
    expect(host.told("resources").length).toBeLessThanOrEqual(1 + more);
    // Where the stream is late, that is the list which the first change is in.
    for (const method of ["tools/list", "prompts/list"]) {
      const lists = host.requests("one", method).length;
      expect(lists).toBeGreaterThanOrEqual(2);
      expect(lists).toBeLessThanOrEqual(2 + more);
    }
    expect(new Set(names()).size).toBe(names().length);
  });

  test("tells two subscriptions what each asked for, beside calls, until they are closed", async () => {
    const { client } = host;
    const memo = listened({ resourceSubscriptions: ["memo://one"] });
    const both = listened({ resourceSubscriptions: ["memo://one"], promptsListChanged: true });
    await Promise.all([memo.acknowledged, both.acknowledged]);
    const echoed = Array.from({ length: 20 }, (_, index) =>
      client.callTool("echo", { text: `${index}` }),
    );
    await write("second");
    await add("prompts", "ask");
    const texts = (await Promise.all(echoed)).map(({ content }) => content[0]?.text);
    expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
    const updated = { type: "resource_updated", uri: "memo://one" };
    const told = ({ events }: { events: SubscriptionEvent[] }) =>
      events.filter(({ type }) => type !== "acknowledged");
    await expect.poll(() => told(both)).toEqual([updated, { type: "prompts_changed" }]);
    await expect.poll(() => told(memo)).toEqual([updated]);
    expect(await client.readResource("one", "memo://one")).toMatchObject({
      contents: [{ text: "second" }],
    });
    memo.close();
    await write("third");
    await expect.poll(() => told(both)).toHaveLength(3);
    both.close();
    if (era === "legacy") {
      await expect.poll(() => host.requests("one", "resources/unsubscribe")).toHaveLength(1);
    }
    await write("fourth");
    await client.ping("one");
    expect(told(memo)).toHaveLength(1);
    expect(told(both)).toHaveLength(3);
    const listens = host.requests("one", "subscriptions/listen");
    // That of the client itself, and two of the host; each has an id of its own.
    expect(new Set(listens.map(({ id }) => id)).size).toBe(era === "modern" ? 3 : 0);
    expect(host.requests("one", "resources/subscribe")).toHaveLength(era === "modern" ? 0 : 1);
  });

  test("loses its streams when the client is closed, and nothing is left open", async () => {
    const { acknowledged } = listened({ resourceSubscriptions: ["memo://one"] });
    await acknowledged;
    await host.client.close();
    expect(host.alive).toEqual([]);
    expect(host.told("subscription").filter(({ event }) => event.type === "lost")).toEqual([]);
    if (server !== undefined) await expect.poll(() => server?.open()).toBe(0);
  });
});

test("a host that listens over both carriers and closes its client ends by itself", async () => {
  const { url } = await started(modernOffers());
  const fixture = join(import.meta.dirname, "../fixtures/listening-host.mjs");
  const child = spawn(process.execPath, [fixture, url], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString();
  });
  // A handle that is left would keep it alive until then.
  const impatience = setTimeout(() => child.kill("SIGKILL"), 8000);
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(impatience);
  expect([code, said]).toEqual([0, "acknowledged\nacknowledged\nclosed\n"]);
});
