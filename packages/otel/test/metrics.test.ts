import type { Histogram } from "@opentelemetry/sdk-metrics";
import { memoryTransport } from "@x/connection";
import { expect, test } from "vitest";
import { arrived, connected, Seen } from "./support/seen.js";
import { modern } from "./support/server.js";

const EMPTY: Histogram = { buckets: { boundaries: [], counts: [] }, count: 0 };

test("calls are counted and timed by tool, in seconds, in the buckets of the conventions", async () => {
  const seen = await connected({ notes: modern("notes") });
  await seen.client.callTool("search", { query: "a" });
  await seen.client.callTool("search", { query: "b" });
  await seen.client.callTool("add");
  const series = await seen.series("mcp.client.operation.duration");
  const ofCalls = series.filter(({ attributes }) => attributes["gen_ai.tool.name"] !== undefined);
  const counts = ofCalls.map(({ attributes, value }) => [
    attributes["gen_ai.tool.name"],
    (value as Histogram).count,
  ]);
  expect(counts).toEqual([
    ["search", 2],
    ["add", 1],
  ]);
  expect(ofCalls[0]?.attributes).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "search",
    "mcp.protocol.version": "2026-07-28",
    "x_mcp.era": "modern",
    "x_mcp.peer": "notes",
  });
  const [{ buckets, sum } = EMPTY] = ofCalls.map(({ value }) => value as Histogram);
  expect(buckets.boundaries).toEqual([
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
  ]);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(10);
  await seen.client.close();
});

test("bring-ups are timed by outcome", async () => {
  const old = memoryTransport(() => ({
    type: "open_failure",
    phase: "spawn",
    code: "ENOENT",
    message: "There is none.",
  }));
  const seen = await connected({ notes: modern("notes"), old: { transport: old } });
  const series = await seen.series("x_mcp.connect.duration");
  const told = series.map(({ attributes, value }) => [attributes, (value as Histogram).count]);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual([
    {
      "x_mcp.peer": "notes",
      "x_mcp.era": "modern",
      "x_mcp.reason": "discovered",
      "mcp.protocol.version": "2026-07-28",
    },
    1,
  ]);
  expect(told).toContainEqual([
    {
      "x_mcp.peer": "old",
      "x_mcp.era": "unknown",
      "x_mcp.reason": "open_failed",
      "x_mcp.error": "open_failed",
      "error.type": "open_failed",
    },
    1,
  ]);
  await seen.client.close();
});

test("faults are counted by peer and code", async () => {
  const notes = modern("notes");
  const seen = await connected({ notes });
  notes.peers[0]?.send("{", "{");
  await arrived();
  const [series, ...others] = await seen.series("x_mcp.faults");
  expect(others).toEqual([]);
  expect(series?.attributes["x_mcp.peer"]).toBe("notes");
  expect(series?.attributes["x_mcp.fault"]).toMatch(/^[a-z_]+$/);
  expect(series?.value).toBe(seen.client.peers[0]?.faults);
  await seen.client.close();
});

test("each failure of a peer is counted once, and its being closed is none", async () => {
  const notes = modern("notes");
  const seen = new Seen();
  seen.client.addServer("notes", notes.transport);
  await seen.client.connect();
  await seen.client.reconnect("notes");
  expect(await seen.series("x_mcp.failures")).toEqual([]);
  notes.peers[1]?.end();
  await arrived();
  // It is told once more that the peer is down, now for good.
  await seen.client.close();
  const series = await seen.series("x_mcp.failures");
  expect(series.map(({ attributes, value }) => [attributes, value])).toEqual([
    [{ "x_mcp.peer": "notes", "x_mcp.reason": "connection_lost" }, 1],
  ]);
});
