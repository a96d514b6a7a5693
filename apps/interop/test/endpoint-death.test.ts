import type { ClientEvent, PeerReport } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Host } from "./host.js";
import { everythingOverHttp, type HttpProcess, modernEndpoint } from "./http-processes.js";

// Processes are started one after the other, with pauses in between.
vi.setConfig({ testTimeout: 20_000 });

let host: Host;
const processes: HttpProcess[] = [];

beforeEach(() => {
  host = new Host();
});

afterEach(async () => {
  await host.client.close();
  for (const { end } of processes.splice(0)) await end();
});

async function started(starting: Promise<HttpProcess>): Promise<HttpProcess> {
  const server = await starting;
  processes.push(server);
  return server;
}

const names = (): string[] => host.client.tools.map(({ canonical }) => canonical);

function state(wanted: PeerReport["state"]): Promise<ClientEvent> {
  return host.next((event) => event.type === "peer" && event.report.state === wanted);
}

function declare({ port }: HttpProcess, allowLegacy: boolean): void {
  const transport = httpTransport({ url: `http://127.0.0.1:${port}/mcp` });
  host.client.addServer("one", transport, { allowLegacy });
}

test("a call to an endpoint whose process was killed fails, its peer is lost, and is back by itself when it runs again", async () => {
  const first = await started(modernEndpoint());
  declare(first, false);
  await host.client.connect();
  const lost = state("unavailable");
  await first.end();
  await expect(host.client.callTool("echo", { text: "hi" })).rejects.toMatchObject({
    code: "connection_closed",
    fault: "remote",
  });
  expect(await lost).toMatchObject({
    report: { reason: "connection_lost", retryInMs: expect.any(Number) },
  });
  // Its tools keep their names, and nothing is sent for them.
  expect(names()).toEqual(["add", "echo", "log", "write"]);
  await expect(host.client.callTool("echo", { text: "hi" })).rejects.toMatchObject({
    code: "peer_unavailable",
  });
  const waiting = host.client.callTool("echo", { text: "at last" }, { whenUnavailable: "wait" });
  const reading = host.client.readResource("one", "memo://one", { whenUnavailable: "wait" });
  await started(modernEndpoint(first.port, "later"));
  expect(await waiting).toMatchObject({ content: [{ text: "at last" }] });
  expect(await reading).toMatchObject({ contents: [{ text: "first" }] });
  expect(host.client.peers).toMatchObject([{ state: "ready", era: "modern" }]);
  expect(names()).toEqual(["add", "echo", "later", "log", "write"]);
  expect(host.told("tools")).toHaveLength(2);
  expect(host.requests("one", "tools/call").length).toBeLessThanOrEqual(2);
});

test("a modern endpoint that nobody calls is missed by its listen stream alone, and listened to again when it is back", async () => {
  const first = await started(modernEndpoint());
  declare(first, false);
  await host.client.connect();
  const before = host.requests("one").length;
  const lost = state("unavailable");
  await first.end();
  expect(await lost).toMatchObject({ report: { reason: "connection_lost" } });
  // A listen that cannot be sent, and then a sign of life that cannot either.
  const asked = host.requests("one").slice(before);
  expect(asked.map(({ method }) => method)).toEqual(["subscriptions/listen", "server/discover"]);
  const back = state("ready");
  await started(modernEndpoint(first.port));
  await back;
  expect(host.told("tools")).toHaveLength(1);
  await host.client.callTool("add", { to: "tools", name: "later" });
  await expect.poll(names).toContain("later");
});

test("H4: a legacy endpoint whose process was killed is missed by the next call, and has a new session when it runs again", async () => {
  const first = await started(everythingOverHttp("streamableHttp"));
  declare(first, true);
  expect(await host.client.connect()).toMatchObject([{ state: "ready", era: "legacy" }]);
  const before = names();
  const lost = state("unavailable");
  await first.end();
  await expect(host.client.callTool("echo", { message: "hi" })).rejects.toMatchObject({
    code: "connection_closed",
  });
  expect(await lost).toMatchObject({ report: { reason: "connection_lost" } });
  const options = { whenUnavailable: "wait" } as const;
  const waiting = host.client.callTool("echo", { message: "at last" }, options);
  await started(everythingOverHttp("streamableHttp", first.port));
  expect(JSON.stringify(await waiting)).toContain("at last");
  expect(host.requests("one", "initialize")).toHaveLength(2);
  expect(names()).toEqual(before);
  expect(host.told("tools")).toHaveLength(1);
});
