import { SpanStatusCode } from "@opentelemetry/api";
import type { Client, ClientOptions } from "@x/client";
import { Aborter, ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { arrived, connected } from "./support/seen.js";
import { type Answers, modern, refusal } from "./support/server.js";

interface Case {
  readonly answers?: Answers;
  readonly options?: Partial<ClientOptions>;
  readonly call?: (client: Client) => Promise<unknown>;
  readonly type: string;
  readonly code?: string;
  readonly status?: string;
}

const answering = (code: number): Answers => ({ "tools/call": (frame) => refusal(frame, code) });

const CASES: { readonly [what: string]: Case } = {
  "a refusal": {
    answers: answering(-32602),
    type: "-32602",
    code: "rpc_error",
    status: "-32602",
  },
  "a refusal with a code that JSON-RPC does not reserve": {
    answers: answering(4711),
    type: "rpc_error",
    status: "4711",
  },
  "a result that is an error": {
    answers: { "tools/call": () => ({ content: [], isError: true }) },
    type: "tool_error",
  },
  "a result that is none": {
    answers: { "tools/call": () => ({ content: 1 }) },
    type: "invalid_result",
  },
  "an answer that is no message": {
    answers: { "tools/call": ({ id }) => JSON.stringify({ jsonrpc: "2.0", id }) },
    type: "malformed_response",
  },
  "a connection that ends": {
    answers: {
      "tools/call": (_, peer) => {
        peer.end();
        return undefined;
      },
    },
    type: "connection_closed",
  },
  "a call that the host denies": { options: { guard: () => ({ deny: "no" }) }, type: "denied" },
  "arguments that cannot be sent": {
    call: (client) => client.callTool("search", [1]),
    type: "invalid_arguments",
  },
  "a call that its caller gives up": {
    answers: { "tools/call": () => undefined },
    call: async (client) => {
      const signal = new Aborter();
      const call = client.callTool("search", {}, { signal });
      await arrived();
      signal.abort();
      return call;
    },
    type: "aborted",
  },
  "a server that asks for input that nobody gives": {
    answers: {
      "tools/call": () => ({ resultType: "input_required", inputRequests: {}, requestState: "s" }),
    },
    type: "input_required",
  },
};

test.each(Object.entries(CASES))(
  "%s is the error of its span and of its duration",
  async (_, one) => {
    const { answers = {}, options = {}, type, code = type, status } = one;
    const seen = await connected({ notes: modern("notes", answers) }, options);
    const call = one.call ?? ((client) => client.callTool("search"));
    await call(seen.client).catch(() => {});
    const span = await seen.span("tools/call search");
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.attributes["error.type"]).toBe(type);
    expect(span.attributes["x_mcp.error"]).toBe(code);
    expect(span.attributes["rpc.response.status_code"]).toBe(status);
    const series = await seen.series("mcp.client.operation.duration");
    const [failed] = series.filter(({ attributes }) => attributes["error.type"] !== undefined);
    expect(failed?.attributes).toMatchObject({ "error.type": type, "gen_ai.tool.name": "search" });
    expect(failed?.attributes).not.toHaveProperty(["rpc.response.status_code"]);
    await seen.client.close();
  },
);

test("a deadline that runs out is told as that", async () => {
  const clock = new ManualClock();
  const seen = await connected(
    { notes: modern("notes", { "tools/call": () => undefined }) },
    { clock },
  );
  const call = seen.client.callTool("search", {}, { totalMs: 1000 });
  const over = expect(call).rejects.toMatchObject({ code: "timed_out" });
  await arrived();
  clock.advance(1000);
  await over;
  expect((await seen.span("tools/call search")).attributes["error.type"]).toBe("timed_out");
  await seen.client.close();
});

test("a tool that nobody has is in no name and no attribute", async () => {
  const seen = await connected({ notes: modern("notes") });
  await expect(seen.client.callTool("made up")).rejects.toMatchObject({ code: "unknown_tool" });
  const { attributes } = await seen.span("tools/call");
  expect(attributes).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "error.type": "unknown_tool",
    "x_mcp.error": "unknown_tool",
  });
  await seen.client.close();
});

test("a server that is down is told as that, with the era that it had", async () => {
  const notes = modern("notes");
  const seen = await connected({ notes });
  notes.peers[0]?.end();
  await arrived();
  await expect(seen.client.callTool("add")).rejects.toMatchObject({ code: "peer_unavailable" });
  const { attributes } = await seen.span("tools/call add");
  expect(attributes).toMatchObject({ "error.type": "peer_unavailable", "x_mcp.era": "modern" });
  expect(attributes).not.toHaveProperty(["x_mcp.requests"]);
  await seen.client.close();
});

test("a resource that is not there, and a list that cannot be read, are told by code", async () => {
  const seen = await connected({
    notes: modern("notes", {
      "resources/read": (frame) => refusal(frame, -32602),
      "resources/list": () => ({ resources: 1 }),
    }),
  });
  await expect(seen.client.readResource("notes", "file:///a")).rejects.toThrow();
  await expect(seen.client.listResources("notes")).rejects.toThrow();
  expect((await seen.span("resources/read")).attributes).toMatchObject({
    "error.type": "-32602",
    "x_mcp.error": "resource_not_found",
  });
  expect((await seen.span("resources/list")).attributes["error.type"]).toBe("invalid_page");
  await seen.client.close();
});
