import type { Client, ClientEvent } from "@x/client";
import { expect, test, vi } from "vitest";
import { Host } from "./host.js";

// Processes are started one after the other, with pauses in between.
vi.setConfig({ testTimeout: 60_000 });

function until(client: Client, wanted: (event: ClientEvent) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const off = client.on((event) => {
      if (!wanted(event)) return;
      off();
      resolve();
    });
  });
}

const isReady = (event: ClientEvent): boolean =>
  event.type === "peer" && event.report.state === "ready";

test("P8: a process that dies during a call is started again by itself, discovered and listed, and the call fails", async () => {
  const host = new Host();
  const { client, events, groups } = host;
  host.add("server", ["modern.mjs"], { probeTimeoutMs: 30_000 });
  await client.connect();
  const back = until(client, isReady);
  const dying = client.callTool("die", {}).catch(({ code }: { code: string }) => code);
  const waiting = until(client, (event) => event.type === "peer").then(() =>
    client.callTool("echo", { text: "again" }, { whenUnavailable: "wait" }),
  );
  expect(await dying).toBe("connection_closed");
  await back;
  expect((await waiting).content).toEqual([{ type: "text", text: "again" }]);
  expect(client.tools.map(({ canonical }) => canonical)).toEqual(["die", "echo"]);
  expect(events.filter(({ type }) => type === "tools")).toHaveLength(1);
  expect(groups).toHaveLength(2);
  await client.close();
  expect(host.alive).toEqual([]);
});

test("P9: a process that dies at every start is started with growing pauses, never two at once, and given up", async () => {
  const host = new Host();
  const { client, events, groups } = host;
  const dies = "console.error('fatal: missing API_KEY'); process.exit(3);";
  host.add("server", [process.execPath, "--eval", dies], { maxRestarts: 3 });
  let overlapping = 0;
  client.on((event) => {
    if (event.type === "peer" && event.report.state === "connecting") {
      overlapping += host.alive.length;
    }
  });
  const givenUp = until(
    client,
    (event) =>
      event.type === "peer" &&
      event.report.state === "unavailable" &&
      event.report.retryInMs === undefined,
  );
  await client.connect();
  await givenUp;
  const pauses = events.flatMap((event) =>
    event.type === "peer" && event.report.retryInMs !== undefined ? [event.report.retryInMs] : [],
  );
  expect(pauses).toHaveLength(3);
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(250 * 2 ** index);
    expect(pause).toBeLessThanOrEqual(500 * 2 ** index);
  }
  expect(events.filter(({ type }) => type === "failing")).toMatchObject([{ failures: 3 }]);
  expect(groups).toHaveLength(4);
  expect(overlapping).toBe(0);
  const [report] = client.peers;
  expect(report).toMatchObject({ state: "unavailable", reason: "probe_closed" });
  expect(report?.message).toMatch(/missing API_KEY/);
  await client.close();
  expect(host.alive).toEqual([]);
});
