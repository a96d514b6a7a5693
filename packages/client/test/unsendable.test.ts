import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { Client } from "../src/index.js";
import { answers } from "./asking.js";
import { clientInfo, make, methods, ofType, pass } from "./harness.js";
import { arrived, discovering, type Frame, initializing, legacy, modern } from "./servers.js";

const cycle: { self?: unknown } = {};
cycle.self = cycle;
const throwing = {
  toJSON() {
    throw new Error("no");
  },
};
const BAD: [string, object][] = [
  ["a BigInt", { n: 1n }],
  ["a cycle", cycle],
  ["a toJSON that throws", throwing],
];
const REFUSED = expect.objectContaining({ code: "not_serializable" });
const ASKED = {
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "x" } }], maxTokens: 5 },
};
const SAID = { role: "assistant", model: "m", content: { type: "text", text: "x" } };

test.each(BAD)(
  "a model's answer with %s is not sent to a legacy server, which hears that there is none; calls go on",
  async (_, _meta) => {
    const clock = new ManualClock();
    const input = answers({ sampling: { createMessage: async () => ({ ...SAID, _meta }) } });
    const b = legacy("b", ["u", "silent"], {
      initialize: initializing({ tools: {} }),
      "tools/call": ({ params }) => (params?.["name"] === "u" ? { content: [] } : undefined),
    });
    const { client, events } = make({ clock, input });
    client.addServer("b", b.transport, { allowLegacy: true });
    await client.connect();
    const silent = client.callTool("silent", {}, { totalMs: 1000 });
    const error = expect(silent).rejects.toMatchObject({ code: "timed_out" });
    b.peers[0]?.send({ jsonrpc: "2.0", id: "r1", ...ASKED } as never);
    await arrived();
    expect(b.received.at(-1)).toMatchObject({ id: "r1", error: { code: -32603 } });
    expect(ofType(events, "input_problem")).toMatchObject([
      { peer: "b", problem: { code: "invalid_answer", fault: "local" } },
    ]);
    // The clocks of the calls were stopped, and run again.
    await pass(clock, 1000);
    await error;
    expect(await client.callTool("u")).toMatchObject({ content: [] });
    await client.close();
  },
);

const odd = async () => ({ reply: { result: { n: 1n } } });
test.each<[string, object, string]>([
  ["give what is no JSON", { legacy: odd }, "invalid_answer"],
  ["reject", { legacy: () => Promise.reject(new Error("no")) }, "handler_failed"],
  ["give nothing", { legacy: async () => undefined }, "handler_failed"],
  [
    "throw",
    {
      legacy: () => {
        throw new Error("no");
      },
    },
    "handler_failed",
  ],
])(
  "answers of a host's own that %s are an error for their server, and are told",
  async (_, own, code) => {
    const input = { ...answers({ sampling: {} }), ...own } as never;
    const b = legacy("b", ["u"], { initialize: initializing({ tools: {} }) });
    const { client, events } = make({ input });
    client.addServer("b", b.transport, { allowLegacy: true });
    await client.connect();
    b.peers[0]?.send({ jsonrpc: "2.0", id: "r1", ...ASKED } as never);
    await arrived();
    expect(b.received.at(-1)).toMatchObject({ id: "r1", error: { code: -32603 } });
    expect(ofType(events, "input_problem")).toMatchObject([{ problem: { code } }]);
    await client.close();
  },
);

const prompts = { "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "p" }] }) };

test.each(BAD)(
  "whatever a host gives that has %s in it is refused by name, and nothing of it is sent",
  async (_, bad) => {
    const a = modern("a", ["t"], {
      ...prompts,
      "server/discover": discovering({ tools: {}, prompts: {}, completions: {}, resources: {} }),
    });
    const given = { value: bad } as never;
    const { client } = make();
    client.addServer("a", a.transport);
    await client.connect();
    const guarded = make({ guard: () => ({ edit: given }) });
    guarded.client.addServer("a", modern("a", ["t"]).transport);
    await guarded.client.connect();
    const before = methods(a).length;
    const bads: Promise<unknown>[] = [
      client.callTool("t", given),
      client.callTool("t", {}, { meta: { "com.example/x": bad } }),
      client.callTool("t", {}, { answers: { inputResponses: given } }),
      guarded.client.callTool("t"),
      guarded.client.callTool("t", given),
      client.getPrompt("p", given),
      client.complete({ prompt: "p" }, { name: "x", value: "", known: given }),
      client.request("a", "vendor/x", given),
      client.request("a", "vendor/x", { _meta: { "com.example/x": bad } }),
    ];
    for (const refused of await Promise.allSettled(bads)) {
      expect(refused).toMatchObject({ status: "rejected", reason: REFUSED });
    }
    expect(methods(a)).toHaveLength(before);
    expect(await client.callTool("t")).toMatchObject({ content: [{ text: "a: t" }] });
    await Promise.all([client.close(), guarded.client.close()]);
  },
);

test.each(BAD)("a client whose own name has %s with it is not made", (_, extra) => {
  const options = { clientInfo: { ...clientInfo, extra } as never };
  expect(() => new Client(options)).toThrow(expect.objectContaining({ code: "invalid_option" }));
});

test("a level of logs that there is not is refused, and nothing is sent", async () => {
  const a = modern("a", ["t"]);
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  const before = methods(a).length;
  for (const logLevel of ["weird", 7, null, 1n]) {
    const options = { logLevel } as never;
    const refused = expect.objectContaining({ code: "invalid_option" });
    await expect(client.callTool("t", {}, options)).rejects.toEqual(refused);
    await expect(client.setLogLevel("a", logLevel as never)).rejects.toEqual(refused);
  }
  expect(methods(a)).toHaveLength(before);
  await client.close();
});

const page = (url: string) => ({ mode: "url", elicitationId: "e", message: "Sign in.", url });

test.each([
  "https://user:secret@evil.example/",
  "https://evil.example/\u202Efoo",
  "javascript:evil()",
])(
  "I2: the page %j that an error -32042 sends to is refused by name, and told nowhere",
  async (url) => {
    const error = { code: -32042, message: "Please.", data: { elicitations: [page(url)] } };
    const b = legacy("b", ["u"], {
      "tools/call": ({ id }: Frame) => JSON.stringify({ jsonrpc: "2.0", id, error }),
    });
    const { client } = make();
    client.addServer("b", b.transport, { allowLegacy: true });
    await client.connect();
    const refused: Error = await client.callTool("u").then(
      () => expect.unreachable("it is refused"),
      (reason: Error) => reason,
    );
    expect(refused).toMatchObject({
      code: "input_failed",
      fault: "remote",
      cause: { problem: { code: "unsafe_url" } },
    });
    expect(`${refused.message} ${JSON.stringify(refused.cause)}`).not.toMatch(/evil|secret|\u202E/);
    await client.close();
  },
);

test("a form of a legacy server closes when the only call that it can be for is aborted, and later calls run out of time", async () => {
  const clock = new ManualClock();
  const signals: { readonly aborted: boolean }[] = [];
  const input = answers({
    elicitation: {
      form: (_: unknown, { signal }: { signal: { aborted: boolean } }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    },
  });
  const b = legacy("b", ["u"], { "tools/call": () => undefined });
  const { client } = make({ clock, input });
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  const abort = new AbortController();
  const first = client.callTool("u", {}, { signal: abort.signal });
  const errors = [expect(first).rejects.toMatchObject({ code: "aborted" })];
  await arrived();
  const params = { message: "Whose?", requestedSchema: { type: "object", properties: {} } };
  b.peers[0]?.send({ jsonrpc: "2.0", id: "f", method: "elicitation/create", params } as never);
  await arrived();
  const second = client.callTool("u", {}, { totalMs: 1000 });
  errors.push(expect(second).rejects.toMatchObject({ code: "timed_out" }));
  await pass(clock, 5000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  abort.abort();
  await arrived();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(b.received.find((frame) => frame.id === "f")).toMatchObject({ error: { code: -32603 } });
  await pass(clock, 1000);
  await Promise.all(errors);
  await client.close();
});
