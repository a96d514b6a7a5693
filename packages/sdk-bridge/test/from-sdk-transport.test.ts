import { type Fault, ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { fromSdkTransport, type SdkTransportLike } from "../src/index.js";
import { arrived, HandMade, openOver } from "./support/hand-made.js";
import { LEGACY, MODERN, plain } from "./support/requests.js";

const memory = { binding: { type: "memory", name: "hand-made" } } as const;
const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x" } } as const;

test("each opening makes and starts one official transport, and closing the connection closes it", async () => {
  const made: HandMade[] = [];
  const make = async (): Promise<SdkTransportLike> => {
    const sdk = new HandMade();
    made.push(sdk);
    return sdk;
  };
  const transport = fromSdkTransport(make, memory);
  expect(transport.binding).toEqual(memory.binding);
  for (const _ of [1, 2]) {
    const connection = await transport.open({ clock: new ManualClock() });
    if (connection.type === "open_failure") throw new Error(connection.message);
    expect(await connection.close()).toMatchObject({ type: "local" });
  }
  expect(made.map(({ starts, closes }) => [starts, closes])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test("close() settles when the official transport is closed, and says so where it cannot be", async () => {
  const sdk = new HandMade();
  let isClosed = false;
  sdk.onCloseCall = async () => {
    await arrived();
    isClosed = true;
    throw new Error("still busy");
  };
  const connection = await openOver(sdk);
  expect(await connection.close()).toMatchObject({
    type: "failed",
    message: expect.stringContaining("still busy"),
  });
  expect(isClosed).toBe(true);
});

test.each([
  ["stdio", "spawn"],
  ["http", "connect"],
] as const)(
  "a start that fails is an opening that failed, for %s in phase %s",
  async (type, phase) => {
    const sdk = new HandMade();
    sdk.onStart = () =>
      Promise.reject(Object.assign(new Error("no such file"), { code: "ENOENT" }));
    const binding =
      type === "http"
        ? { type, url: "http://localhost/mcp" }
        : { type, command: "x", args: [], cwd: "/", envHash: "" };
    const transport = fromSdkTransport(() => sdk, { binding });
    expect(await transport.open({ clock: new ManualClock() })).toEqual({
      type: "open_failure",
      phase,
      code: "ENOENT",
      message: expect.stringContaining("no such file"),
    });
    expect(sdk.closes).toBe(1);
  },
);

test("making that fails is an opening that failed, with the code of its cause where there is one", async () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED ::1:1"), { code: "ECONNREFUSED" });
  const transport = fromSdkTransport(() => {
    throw new TypeError("fetch failed", { cause });
  }, memory);
  expect(await transport.open({ clock: new ManualClock() })).toMatchObject({
    type: "open_failure",
    code: "ECONNREFUSED",
    message: expect.stringContaining("fetch failed: connect ECONNREFUSED"),
  });
});

test("an opening that is aborted before, while making or while starting leaves nothing started", async () => {
  const never = new Promise<never>(() => {});
  const starts = new HandMade();
  starts.onStart = () => never;
  const unmade = new HandMade();
  let letMake: (sdk: HandMade) => void = () => {};
  const makes = [
    () => unmade,
    () =>
      new Promise<HandMade>((resolve) => {
        letMake = resolve;
      }),
    () => starts,
  ];
  for (const make of makes) {
    const caller = new AbortController();
    if (make === makes[0]) caller.abort();
    const opening = fromSdkTransport(make, memory).open({
      clock: new ManualClock(),
      signal: caller.signal,
    });
    await arrived();
    caller.abort();
    expect(await opening).toMatchObject({ type: "open_failure", phase: "aborted" });
  }
  letMake(unmade);
  await arrived();
  expect([unmade.starts, starts.starts, starts.closes]).toEqual([0, 1, 1]);
});

test("the official transport is told the settled revision before anything is sent in it", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  connection.settle(LEGACY);
  expect(sdk.revisions).toEqual(["2025-11-25"]);
  expect(sdk.sent).toEqual([]);
  expect(() => connection.settle(MODERN)).toThrow(
    expect.objectContaining({ code: "already_settled" }),
  );
  expect(sdk.revisions).toEqual(["2025-11-25"]);
});

test("F1, F7: what is no message is one fault each, and the exchange works", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  const faults: Fault[] = [];
  connection.on({ fault: (fault) => faults.push(fault) });
  connection.settle(MODERN);
  const outcome = connection.exchange(request, plain);
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  for (const value of [undefined, cycle, ["x"], { level: 30 }, { jsonrpc: "2.0", id: 1.5 }]) {
    sdk.receive(value);
  }
  sdk.receive({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "x" } });
  expect(faults.map(({ code }) => code)).toEqual([
    "not_json",
    "not_json",
    "not_an_object",
    "wrong_jsonrpc",
    "invalid_id",
    "null_id",
  ]);
  sdk.receive({ jsonrpc: "2.0", id: 1, result: { resultType: "complete" } });
  expect(await outcome).toMatchObject({ type: "response" });
});

test("F6: ids of another type are not correlated, and the right reply still answers", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  connection.settle(MODERN);
  const faults: Fault[] = [];
  connection.on({ fault: (fault) => faults.push(fault) });
  const outcome = connection.exchange(request, plain);
  sdk.receive({ jsonrpc: "2.0", id: "1", result: { wrong: true } });
  sdk.receive({ jsonrpc: "2.0", id: 1, result: { right: true } });
  expect(await outcome).toMatchObject({ response: { result: { right: true } } });
  expect(faults[0]).toMatchObject({ code: "unknown_id", id: "1" });
});

test("nothing is shared with a server in the same process: what is handed on is what a tap sees", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  connection.settle(MODERN);
  const taps: string[] = [];
  connection.on({ tap: ({ text }) => taps.push(text) });
  const outcome = connection.exchange(request, plain);
  expect(sdk.sent).toEqual([request]);
  expect(sdk.sent[0]).not.toBe(request);
  const date = new Date(0);
  sdk.receive({ jsonrpc: "2.0", id: 1, result: { date, absent: undefined } });
  expect(await outcome).toEqual({
    type: "response",
    response: { jsonrpc: "2.0", id: 1, result: { date: date.toJSON() } },
    size: taps[1]?.length,
  });
  expect(taps.map((text) => JSON.parse(text))).toEqual([
    request,
    { jsonrpc: "2.0", id: 1, result: { date: "1970-01-01T00:00:00.000Z" } },
  ]);
});

test("an official transport that ends by itself ends the connection, with its last error as the cause", async () => {
  const calm = new HandMade();
  const first = await openOver(calm);
  calm.onerror?.(new Error("a while ago"));
  calm.receive({ jsonrpc: "2.0", method: "notifications/message" });
  calm.onclose?.();
  expect(await first.closed).toMatchObject({ type: "ended" });

  const broken = new HandMade();
  const second = await openOver(broken);
  const pending = second.exchange(request, plain);
  const error = new Error("write EPIPE");
  broken.onerror?.(error);
  broken.onclose?.();
  const reason = { type: "failed", message: expect.stringContaining("write EPIPE"), cause: error };
  expect(await second.closed).toMatchObject(reason);
  expect(await pending).toMatchObject({ type: "closed", reason });
});

test("a frame that the official transport could not read is a fault, other errors of it are not", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  const faults: Fault[] = [];
  connection.on({ fault: (fault) => faults.push(fault) });
  sdk.onerror?.(new SyntaxError("Unexpected token S"));
  sdk.onerror?.(Object.assign(new Error("Invalid input"), { name: "ZodError" }));
  sdk.onerror?.(new Error("SSE stream disconnected"));
  expect(faults.map(({ code, message }) => [code, message])).toEqual([
    ["not_json", expect.stringContaining("Unexpected token S")],
    ["wrong_jsonrpc", expect.stringContaining("Invalid input")],
  ]);
});

test("handlers that are set on the official transport beforehand are called too", async () => {
  const sdk = new HandMade();
  const seen: unknown[] = [];
  sdk.onmessage = (message) => seen.push(message);
  sdk.onerror = ({ message }) => seen.push(message);
  sdk.onclose = () => seen.push("closed");
  await openOver(sdk);
  sdk.receive("anything");
  sdk.onerror(new Error("any error"));
  sdk.onclose();
  expect(seen).toEqual(["anything", "any error", "closed"]);
});

test("a listener of the host that throws does not harm the official transport; its error surfaces", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  const thrown = new Error("of the host");
  connection.on({
    notification: () => {
      throw thrown;
    },
  });
  const watching = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  const surfaced = new Promise((resolve) => process.once("uncaughtException", resolve));
  try {
    sdk.receive({ jsonrpc: "2.0", method: "notifications/message" });
    expect(await surfaced).toBe(thrown);
  } finally {
    for (const listener of watching) process.on("uncaughtException", listener);
  }
});
