import type { Notification } from "@x/wire";
import { expect, test } from "vitest";
import { type CallOptions, callTool, type Progress } from "../src/index.js";
import { done, LEGACY, MODERN, registryOf, routes, server } from "./fixtures.js";

const METHOD = "notifications/progress";

async function calling(options: CallOptions, context = MODERN) {
  const notes = await server(context);
  const others: Notification[] = [];
  const to = {
    ...routes(registryOf({ notes: ["search"] }), { notes: notes.owner }),
    heard: (_: string, notification: Notification) => void others.push(notification),
  };
  const outcome = callTool(to, "search", {}, options);
  await Promise.resolve();
  const request = JSON.parse(notes.sent[0] ?? "");
  const tell = (params: object): void =>
    notes.peer.send({
      jsonrpc: "2.0",
      method: METHOD,
      params: { progressToken: request.id, ...params },
    });
  return { ...notes, outcome, request, tell, others };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test.each([
  ["legacy", LEGACY],
  ["modern", MODERN],
] as const)(
  "progress of a %s call is asked for with a token of ours and told as it comes",
  async (_, context) => {
    const seen: Progress[] = [];
    const { request, tell, peer, outcome } = await calling(
      { onProgress: (progress) => seen.push(progress) },
      context,
    );
    expect(request.params._meta.progressToken).toBe(request.id);
    tell({ progress: 1, total: 3, message: "one" });
    tell({ progress: 2, total: "three" });
    tell({ progress: "three" });
    peer.send(done(request.id, "ok"));
    expect((await outcome).type).toBe("result");
    expect(seen).toEqual([{ progress: 1, total: 3, message: "one" }, { progress: 2 }]);
  },
);

test("without a wish for it, progress is not asked for", async () => {
  const { request } = await calling({});
  expect(request.params._meta).not.toHaveProperty("progressToken");
});

test("T1: a silent server fails the call at its total limit, which is told to it", async () => {
  const { clock, outcome, sent, request } = await calling({ totalMs: 500 });
  clock.advance(499);
  clock.advance(1);
  expect(await outcome).toMatchObject({
    type: "no_response",
    outcome: { type: "timed_out", limit: "total", afterMs: 500 },
  });
  expect(JSON.parse(sent[1] ?? "")).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: request.id },
  });
});

test("T2: a call with progress every second lives over an idle limit of two, until its total limit of ten", async () => {
  const { clock, outcome, tell, request } = await calling({ idleMs: 2000, totalMs: 10_000 });
  expect(request.params._meta.progressToken).toBe(request.id);
  for (let second = 1; second < 10; second += 1) {
    clock.advance(1000);
    tell({ progress: second });
    await turns();
  }
  clock.advance(1000);
  expect(await outcome).toMatchObject({ outcome: { type: "timed_out", limit: "total" } });
});

test("the idle limit and the limit for the first sign are told by their names", async () => {
  const idle = await calling({ idleMs: 2000 });
  idle.clock.advance(1500);
  idle.tell({ progress: 1 });
  await turns();
  idle.clock.advance(1999);
  idle.clock.advance(1);
  expect(await idle.outcome).toMatchObject({ outcome: { type: "timed_out", limit: "idle" } });
  const first = await calling({ firstMs: 300, idleMs: 2000 });
  first.clock.advance(300);
  expect(await first.outcome).toMatchObject({ outcome: { type: "timed_out", limit: "first" } });
});

test("T3: an abort is told as an abort, and cancels on the wire", async () => {
  const controller = new AbortController();
  const { outcome, sent } = await calling({ signal: controller.signal, totalMs: 500 });
  controller.abort("enough");
  expect(await outcome).toMatchObject({ outcome: { type: "aborted", reason: "enough" } });
  expect(JSON.parse(sent[1] ?? "").method).toBe("notifications/cancelled");
});

test("a log level for one call goes over that of its server, to a modern one only", async () => {
  const modern = await calling({ logLevel: "debug" });
  const key = "io.modelcontextprotocol/logLevel";
  expect(modern.request.params._meta[key]).toBe("debug");
  const legacy = await calling({ logLevel: "debug" }, LEGACY);
  expect(legacy.request.params).not.toHaveProperty("_meta");
});

test("every request is part of the trace that there is, and the caller's own is stronger", async () => {
  const notes = await server(MODERN, (id) => done(id, "notes"));
  const traceparent = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;
  const own = `00-${"3".repeat(32)}-${"4".repeat(16)}-01`;
  const to = {
    ...routes(registryOf({ notes: ["search"] }), { notes: notes.owner }),
    trace: () => ({ traceparent, tracestate: "a=1" }),
  };
  await callTool(to, "search");
  await callTool(to, "search", {}, { meta: { traceparent: own } });
  const metas = notes.sent.map((frame) => JSON.parse(frame).params._meta);
  expect(metas).toMatchObject([
    { traceparent, tracestate: "a=1" },
    { traceparent: own, tracestate: "a=1" },
  ]);
});
