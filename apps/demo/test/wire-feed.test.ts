import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Frame } from "../src/console/protocol.js";
import { WireFeed } from "../src/console/wire-feed.js";

interface Crossed {
  readonly peer?: string;
  readonly connection?: number;
  readonly client?: number;
  readonly direction?: Frame["direction"];
}

/** A feed, and what it gave. Frames are ten milliseconds apart. */
function feed(): {
  readonly frames: Frame[];
  readonly cross: (message: unknown, crossed?: Crossed) => void;
} {
  const frames: Frame[] = [];
  const wire = new WireFeed(1000, (frame) => frames.push(frame));
  let at = 1000;
  return {
    frames,
    cross: (message, { peer = "notes", connection = 1, client = 1, direction = "sent" } = {}) => {
      at += 10;
      const text = typeof message === "string" ? message : JSON.stringify(message);
      wire.add(client, peer, { direction, text, at }, connection);
    },
  };
}

const received = { direction: "received" } as const;

test("a reply has its request's number and method, and how long it took", () => {
  const { frames, cross } = feed();
  cross({ id: 1, method: "tools/list" });
  cross({ id: 2, method: "tools/call" });
  cross({ id: 1, result: {} }, received);
  expect(frames.at(-1)).toMatchObject({
    n: 3,
    at: 30,
    kind: "reply",
    method: "tools/list",
    id: "1",
    of: 1,
    latencyMs: 20,
  });
});

test.each([
  ["another type of id", { id: "1", result: {} }, received],
  ["another peer", { id: 1, result: {} }, { ...received, peer: "files" }],
  ["another connection", { id: 1, result: {} }, { ...received, connection: 2 }],
  ["another client", { id: 1, result: {} }, { ...received, client: 2 }],
  ["the same direction", { id: 1, result: {} }, {}],
])("%s makes it no reply to that request", (_, message, crossed) => {
  const { frames, cross } = feed();
  cross({ id: 1, method: "tools/list" });
  cross(message, crossed);
  expect(frames.at(-1)).toMatchObject({ kind: "reply", method: null, of: null, latencyMs: null });
});

test("a server's own request is answered from this side, and a second reply is to nothing", () => {
  const { frames, cross } = feed();
  cross({ id: 1, method: "elicitation/create" }, received);
  cross({ id: 1, result: {} });
  cross({ id: 1, result: {} });
  expect(frames.map(({ of }) => of)).toEqual([null, 1, null]);
});

test("a notification has no id, and what is no object is unreadable", () => {
  const { frames, cross } = feed();
  cross({ method: "notifications/initialized" });
  cross("archive is ready", received);
  cross("[1]", received);
  expect(frames.map(({ kind }) => kind)).toEqual(["notification", "unreadable", "unreadable"]);
});

test("a long frame is cut, and says how long it was; a huge one is not read", () => {
  const { frames, cross } = feed();
  cross({ id: 1, method: "tools/call", params: { text: "x".repeat(20_000) } });
  cross({ id: 2, method: "tools/call", params: { text: "x".repeat(1_100_000) } });
  expect(frames.map(({ text }) => text.length)).toEqual([8192, 8192]);
  expect(frames.map(({ kind }) => kind)).toEqual(["request", "unreadable"]);
  expect(frames[0]?.length).toBeGreaterThan(20_000);
});

test("of a long frame only the beginning stays in memory", () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const { frames, cross } = feed();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 200; n += 1) cross(`"${String(n).repeat(400_000)}"`);
  collect();
  expect(frames.every(({ text }) => text.length === 8192)).toBe(true);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000);
});
