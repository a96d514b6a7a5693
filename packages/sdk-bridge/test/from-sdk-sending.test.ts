import { type Fault, ManualClock, type NotifyOutcome } from "@x/connection";
import { initializeRequest } from "@x/wire";
import { expect, test } from "vitest";
import { arrived, HandMade, openOver } from "./support/hand-made.js";
import { LEGACY, MODERN, plain } from "./support/requests.js";

const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x" } } as const;

function failingWith(error: unknown): HandMade {
  const sdk = new HandMade();
  sdk.onSend = () => Promise.reject(error);
  return sdk;
}

function named(name: string, members: object = {}): Error {
  return Object.assign(new Error("it says"), { name, ...members });
}

test.each([
  [
    "a status in data, as version 2 has it,",
    named("SdkHttpError", {
      code: "CLIENT_HTTP_NOT_IMPLEMENTED",
      data: { status: 404, text: "none" },
    }),
    { type: "http_status", status: 404, headers: {}, body: "none" },
  ],
  [
    "a status as the code, as version 1 has it,",
    named("Error", { code: 503 }),
    { type: "http_status", status: 503, headers: {}, body: "" },
  ],
  [
    "a demand for authorization",
    named("UnauthorizedError"),
    { type: "http_status", status: 401, headers: {}, body: "" },
  ],
  [
    "a demand for more scope",
    named("InsufficientScopeError"),
    { type: "http_status", status: 403, headers: {}, body: "" },
  ],
  [
    "a failed fetch",
    new TypeError("fetch failed", { cause: named("Error", { code: "ENOTFOUND" }) }),
    { type: "unreachable", code: "ENOTFOUND", message: "fetch failed: it says" },
  ],
  [
    "any other error",
    named("SdkError", { code: "NOT_CONNECTED" }),
    { type: "unreachable", code: "NOT_CONNECTED", message: "it says" },
  ],
  ["what is no error", "no", { type: "unreachable", code: "UNKNOWN", message: "no" }],
])(
  "E7: %s ends the request as itself, at once, and nothing is cancelled",
  async (_, error, outcome) => {
    const sdk = failingWith(error);
    const connection = await openOver(sdk);
    expect(await connection.exchange(request, plain)).toEqual(outcome);
    expect(sdk.sent).toEqual([request]);
  },
);

test("H3: an error status whose body is the JSON-RPC answer to this request is that answer", async () => {
  const answer = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no such method" } };
  const withBody = (body: unknown) =>
    named("SdkHttpError", { data: { status: 404, text: JSON.stringify(body) } });
  const right = await openOver(failingWith(withBody(answer)));
  expect(await right.exchange(request, plain)).toEqual({
    type: "response",
    response: answer,
    size: JSON.stringify(answer).length,
  });
  const foreign = await openOver(failingWith(withBody({ ...answer, id: "1" })));
  expect(await foreign.exchange(request, plain)).toMatchObject({
    type: "http_status",
    status: 404,
  });
});

test("an unusable reply makes the request malformed, and is one fault, reported once or twice", async () => {
  for (const isReported of [true, false]) {
    const error = named("ZodError");
    const sdk = new HandMade();
    sdk.onSend = async () => {
      if (isReported) sdk.onerror?.(error);
      throw error;
    };
    const connection = await openOver(sdk);
    const faults: Fault[] = [];
    connection.on({ fault: (fault) => faults.push(fault) });
    const outcome = await connection.exchange(request, plain);
    expect(faults).toMatchObject([{ code: "wrong_jsonrpc" }]);
    expect(outcome).toEqual({ type: "malformed", fault: faults[0] });
  }
});

test("a transport that throws instead of rejecting is the same", async () => {
  const sdk = new HandMade();
  sdk.send = () => {
    throw new Error("Not connected");
  };
  const connection = await openOver(sdk);
  expect(await connection.exchange(request, plain)).toMatchObject({ type: "unreachable" });
});

test("a notification that cannot be delivered says so, and the connection goes on", async () => {
  const sdk = failingWith(new Error("HTTP 400"));
  const connection = await openOver(sdk);
  const outcomes: NotifyOutcome[] = [
    await connection.notify({ jsonrpc: "2.0", method: "notifications/initialized" }),
  ];
  sdk.onSend = async () => {};
  outcomes.push(await connection.notify({ jsonrpc: "2.0", method: "notifications/other" }));
  expect(outcomes).toEqual([
    {
      type: "closed",
      reason: {
        type: "failed",
        message: expect.stringMatching(/notifications\/initialized.*HTTP 400/),
        cause: expect.any(Error),
      },
    },
    { type: "sent" },
  ]);
});

test("the headers of a request go with it", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  const headers = { "Mcp-Param-City": "Oslo" };
  void connection.exchange(request, { ...plain, headers });
  void connection.exchange({ ...request, id: 2 }, plain);
  expect(sdk.sentOptions.map((options) => options?.headers)).toEqual([headers, undefined]);
});

test("H1: a request whose own stream ends without an answer ends at once, and others live", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  connection.settle(MODERN);
  const first = connection.exchange(request, plain);
  const second = connection.exchange({ ...request, id: 2 }, plain);
  sdk.sentOptions[0]?.onRequestStreamEnd?.();
  expect(await first).toMatchObject({ type: "stream_ended" });
  sdk.receive({ jsonrpc: "2.0", id: 2, result: { resultType: "complete" } });
  sdk.sentOptions[1]?.onRequestStreamEnd?.();
  expect(await second).toMatchObject({ type: "response" });
  expect(sdk.sent).toHaveLength(2);
});

test("T1: a deadline cancels over one channel by a notification", async () => {
  const clock = new ManualClock();
  const sdk = new HandMade();
  const connection = await openOver(sdk, clock);
  connection.settle(MODERN);
  const outcome = connection.exchange(request, { ...plain, totalMs: 500 });
  clock.advance(500);
  expect(await outcome).toMatchObject({ type: "timed_out", limit: "total", afterMs: 500 });
  expect(sdk.sent[1]).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: 1 },
  });
});

test("T3: a modern request with a stream of its own is cancelled by closing that, a legacy one by a notification", async () => {
  for (const era of [MODERN, LEGACY]) {
    const sdk = new HandMade();
    sdk.hasPerRequestStream = true;
    const connection = await openOver(sdk);
    connection.settle(era);
    const caller = new AbortController();
    const outcome = connection.exchange(request, { ...plain, signal: caller.signal });
    const reason = new Error("enough");
    caller.abort(reason);
    expect(await outcome).toEqual({ type: "aborted", reason });
    const isClosed = sdk.sentOptions[0]?.requestSignal?.aborted;
    const methods = sdk.sent.map(({ method }) => method);
    expect([isClosed, methods]).toEqual(
      era === MODERN ? [true, ["tools/call"]] : [false, ["tools/call", "notifications/cancelled"]],
    );
  }
});

test("T3: initialize, a silent request and one that was never sent are not cancelled", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  const caller = new AbortController();
  const { signal } = caller;
  const initialize = initializeRequest(1, {
    revision: "2025-11-25",
    capabilities: {},
    clientInfo: MODERN.clientInfo,
  });
  const outcomes = [
    connection.exchange(initialize, { ...plain, signal }),
    connection.exchange({ ...request, id: 2 }, { ...plain, signal, onAbandon: "silent" }),
  ];
  caller.abort();
  outcomes.push(connection.exchange({ ...request, id: 3 }, { ...plain, signal }));
  for (const outcome of outcomes) expect(await outcome).toMatchObject({ type: "aborted" });
  await arrived();
  expect(sdk.sent.map(({ id }) => id)).toEqual([1, 2]);
});

test("F9: a reply after its request was given up is late", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  connection.settle(MODERN);
  const late: unknown[] = [];
  connection.on({ late: (message) => late.push(message) });
  const caller = new AbortController();
  const outcome = connection.exchange(request, { ...plain, signal: caller.signal });
  caller.abort();
  await outcome;
  const reply = { jsonrpc: "2.0", id: 1, result: { resultType: "complete" } };
  sdk.receive(reply);
  expect(late).toEqual([reply]);
});

test("an id that is pending is refused, and the request that has it is still answered and cancelled", async () => {
  const sdk = new HandMade();
  const connection = await openOver(sdk);
  connection.settle(MODERN);
  const first = connection.exchange(request, plain);
  await expect(connection.exchange(request, plain)).rejects.toMatchObject({ code: "duplicate_id" });
  sdk.sentOptions[0]?.onRequestStreamEnd?.();
  expect(await first).toMatchObject({ type: "stream_ended" });
});
