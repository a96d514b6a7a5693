import { inputAnswers } from "@x/input";
import { expect, test } from "vitest";
import { make } from "./harness.js";
import { type Answer, type Frame, legacy, modern } from "./servers.js";

const KEY = "io.modelcontextprotocol/clientCapabilities";

const declaredIn = ({ params }: Frame): Record<string, unknown> =>
  ((params?.["_meta"] ?? {}) as Record<string, Record<string, unknown>>)[KEY] ?? {};

/** Takes a call only with these declared. */
const demanding =
  (required: object): Answer =>
  (frame) => {
    const { id } = frame;
    const isThere = Object.keys(required).every((name) => Object.hasOwn(declaredIn(frame), name));
    if (isThere) return { resultType: "complete", content: [] };
    const error = { code: -32021, message: "more", data: { requiredCapabilities: required } };
    return JSON.stringify({ jsonrpc: "2.0", id, error });
  };

const handlers = {
  elicitation: { form: async () => ({ action: "decline" }) as const },
  sampling: { createMessage: async () => ({ action: "decline" }) as const },
};
const input = inputAnswers(handlers, { onDemand: ["sampling"] });

test("E14: what is kept back is declared to a modern server only for the call that demands it", async () => {
  const a = modern("a", ["t"], { "tools/call": demanding({ sampling: {} }) });
  const { client } = make({ input });
  client.addServer("a", a.transport);
  await client.connect();
  await client.callTool("t");
  const forms = { elicitation: { form: {} } };
  expect(a.received.map((frame) => [frame.method, declaredIn(frame)])).toEqual([
    ["server/discover", forms],
    ["tools/list", forms],
    ["tools/call", forms],
    ["tools/call", { ...forms, sampling: {} }],
  ]);
  await client.close();
});

test("E14: a server that demands it before anything else gets it, and the connection keeps it", async () => {
  const discover = demanding({ sampling: {} });
  const a = modern("a", ["t"], {
    "server/discover": (frame) => {
      const answer = discover(frame);
      if (typeof answer === "string") return answer;
      return {
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
      };
    },
  });
  const { client } = make({ input });
  client.addServer("a", a.transport);
  expect(await client.connect()).toMatchObject([{ state: "ready" }]);
  await client.callTool("t");
  expect(declaredIn(a.received.at(-1) as Frame)).toHaveProperty("sampling");
  await client.close();
});

test("a legacy server is told of all in initialize, and a modern one that is allowed to be legacy is not", async () => {
  const a = legacy("a", ["t"]);
  const b = modern("b", ["u"]);
  const { client } = make({ input });
  client.addServer("a", a.transport, { allowLegacy: true });
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  const hello = a.received.find(({ method }) => method === "initialize");
  expect(hello?.params?.["capabilities"]).toEqual({ elicitation: { form: {} }, sampling: {} });
  for (const frame of [...b.received, ...a.received.slice(0, 1)]) {
    expect(declaredIn(frame)).toEqual({ elicitation: { form: {} } });
  }
  await client.close();
});

test("E14: what nobody here can do is named in the error", async () => {
  const a = modern("a", ["t"], { "tools/call": demanding({ roots: {}, elicitation: {} }) });
  const { client } = make({ input });
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.callTool("t")).rejects.toMatchObject({
    code: "rpc_error",
    rpcCode: -32021,
    message:
      '"t" of a was refused: -32021 "more". It needs roots of this client, for which there is no handler.',
  });
  expect(a.received.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  await client.close();
});
