import { Agent as NodeAgent } from "node:http";
import { setTimeout as quietTime } from "node:timers/promises";
import { httpTransport, type Send } from "@x/transport-http";
import { type FetchLike, fetchSend } from "@x/transport-http/fetch";
import { nodeSend } from "@x/transport-http/node";
import { undiciSend } from "@x/transport-http/undici";
import { Agent as UndiciAgent, fetch as undiciFetch } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyShelf } from "../fixtures/modern-offering.mjs";
import { Host } from "./host.js";
import { modernOffers } from "./http-servers.js";

let host: Host;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  host = new Host();
});

afterEach(async () => {
  await host.client.close();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const names = (): string[] => host.client.tools.map(({ canonical }) => canonical);
const listenIds = (): number[] => host.requests("one", "subscriptions/listen").map(({ id }) => id);

/** As long as a body may be quiet for these back ends: 300 s is what undici and Node's `fetch` begin with. */
const LIMIT_MS = 300;

/** A stream that says nothing for three times the limit. */
async function quiet(send: Send): Promise<{
  readonly server: Awaited<ReturnType<typeof modernOffers>>;
  readonly add: () => void;
}> {
  const shelf = emptyShelf();
  const server = await modernOffers(shelf);
  cleanUps.push(() => server.close());
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
