import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import type { ClientOptions } from "../src/index.js";
import { answers, FORM, form } from "./asking.js";
import { make, methods, pass } from "./harness.js";
import { type Answer, arrived, discovering, legacy, modern } from "./servers.js";

/** Asks once, with a state that no JSON would keep by accident, then says what it was given. */
const asking: Answer = ({ params = {} }) =>
  params["inputResponses"] === undefined
    ? { resultType: "input_required", inputRequests: { who: FORM }, requestState: '\u0000é😀 "' }
    : {
        resultType: "complete",
        content: [
          {
            type: "text",
            text: JSON.stringify([params["inputResponses"], params["requestState"]]),
          },
        ],
      };

async function answering(options: Partial<ClientOptions>, call: Answer = asking) {
  const a = modern("a", ["t"], { "tools/call": call, "notifications/cancelled": () => undefined });
  const made = make(options);
  made.client.addServer("a", a.transport);
  await made.client.connect();
  return { ...made, a };
}

test("what a call asks for is answered, and the call made again with the answers, its state and a new id", async () => {
  const { client, a } = await answering({ input: form({ name: "Ada", age: 36 }) });
  const { content } = await client.callTool("t", { x: 1 });
  expect(JSON.parse(content[0]?.text ?? "")).toEqual([
    { who: { action: "accept", content: { name: "Ada", age: 36 } } },
    '\u0000é😀 "',
  ]);
  const calls = a.received.filter(({ method }) => method === "tools/call");
  expect(calls).toHaveLength(2);
  expect(calls[0]?.id).not.toBe(calls[1]?.id);
  expect(calls[1]?.params).toMatchObject({ name: "t", arguments: { x: 1 } });
  await client.close();
});

test("what has a handler is declared with every request to a modern server, and in initialize", async () => {
  const a = modern("a", ["t"]);
  const b = legacy("b", ["u"]);
  const { client } = make({ input: form({}) });
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  const key = "io.modelcontextprotocol/clientCapabilities";
  for (const { params } of a.received) {
    expect(params?.["_meta"]).toMatchObject({ [key]: { elicitation: { form: {} } } });
  }
  const hello = b.received.find(({ method }) => method === "initialize");
  expect(hello?.params?.["capabilities"]).toEqual({ elicitation: { form: {} } });
  await client.close();
});

test("I2: an answer that does not fit the form is not sent, and the error names the field", async () => {
  const { client, a } = await answering({ input: form({ name: "Ada", age: "old" }) });
  await expect(client.callTool("t")).rejects.toMatchObject({
    code: "input_failed",
    message: expect.stringContaining("age"),
  });
  expect(methods(a).filter((method) => method === "tools/call")).toHaveLength(1);
  await client.close();
});

test("I1: a server that asks without end is asked a bounded number of times", async () => {
  const { client, a } = await answering({ input: form({ name: "Ada" }), maxRounds: 3 }, () => ({
    resultType: "input_required",
    inputRequests: { who: FORM },
  }));
  await expect(client.callTool("t")).rejects.toMatchObject({ code: "too_many_rounds" });
  expect(methods(a).filter((method) => method === "tools/call")).toHaveLength(4);
  await client.close();
});

test.each<[string, object, string]>([
  ["neither requests nor a state", {}, "invalid_result"],
  [
    "a method that was not declared",
    { inputRequests: { m: { method: "sampling/createMessage", params: {} } } },
    "input_failed",
  ],
])("I1: a result with %s ends the call", async (_, more, code) => {
  const { client, a } = await answering({ input: form({ name: "Ada" }) }, () => ({
    resultType: "input_required",
    ...more,
  }));
  await expect(client.callTool("t")).rejects.toMatchObject({ code });
  expect(methods(a).filter((method) => method === "tools/call")).toHaveLength(1);
  await client.close();
});

test("I1: without requests the call is made again at once, with the state", async () => {
  const { client, a } = await answering({ input: form({}) }, ({ params = {} }) =>
    params["requestState"] === undefined
      ? { resultType: "input_required", requestState: "s" }
      : { resultType: "complete", content: [] },
  );
  await client.callTool("t");
  expect(a.received.at(-1)?.params).toMatchObject({ requestState: "s" });
  expect(a.received.at(-1)?.params).not.toHaveProperty("inputResponses");
  await client.close();
});

test("I1: a list that asks for input is no list", async () => {
  const a = modern("a", [], {
    "tools/list": () => ({ resultType: "input_required", requestState: "s" }),
  });
  const { client } = make({ input: form({}) });
  client.addServer("a", a.transport, { recover: false });
  expect(await client.connect()).toMatchObject([{ state: "unavailable", reason: "list_failed" }]);
  await client.close();
});

test("T4: the limits of a call stand still while somebody is asked, and inputMs bounds that", async () => {
  const clock = new ManualClock();
  let answer: (value: unknown) => void = () => {};
  const asked = new Promise((resolve) => {
    answer = resolve;
  });
  const handlers = answers({ elicitation: { form: () => asked } });
  const { client } = await answering({ clock, input: handlers, inputMs: 600_000 });
  const call = client.callTool("t", {}, { totalMs: 1000 });
  await arrived();
  await pass(clock, 599_000);
  answer({ action: "accept", content: { name: "Ada" } });
  expect(await call).toMatchObject({ content: [{ type: "text" }] });
  await client.close();

  const silent = answers({ elicitation: { form: () => new Promise(() => {}) } });
  const other = await answering({ clock, input: silent, inputMs: 5000 });
  const given = expect(other.client.callTool("t")).rejects.toMatchObject({
    code: "input_timed_out",
  });
  await arrived();
  await pass(clock, 5000);
  await given;
  await other.client.close();
  expect(clock.waiting).toBe(0);
});

test("by hand: the raw result is handed on, and the call made again with the answers", async () => {
  const { client, a } = await answering({ input: form({ name: "Ada" }) });
  const raw = await client.callTool("t", {}, { input: "manual" }).catch((error) => error);
  expect(raw).toMatchObject({ code: "input_required" });
  const { requestState } = raw.cause.result;
  const answers = { inputResponses: { who: { action: "decline" } }, requestState };
  await client.callTool("t", {}, { input: "manual", answers });
  expect(a.received.at(-1)?.params).toMatchObject(answers);
  await client.close();
});

test("C4: a resource that took input is not kept, nor given to another reader", async () => {
  const a = modern("a", [], {
    "server/discover": discovering({ resources: {} }),
    "resources/read": ({ params = {} }) =>
      params["inputResponses"] === undefined
        ? { resultType: "input_required", inputRequests: { who: FORM } }
        : {
            resultType: "complete",
            ttlMs: 600_000,
            cacheScope: "public",
            contents: [{ uri: "x", text: JSON.stringify(params["inputResponses"]) }],
          },
  });
  let count = 0;
  const handlers = answers({
    elicitation: {
      form: async () => {
        count += 1;
        return { action: "accept", content: { name: `reader ${count}` } };
      },
    },
  });
  const { client } = make({ input: handlers });
  client.addServer("a", a.transport);
  await client.connect();
  const texts = await Promise.all(
    [1, 2].map(async () => (await client.readResource("a", "x")).contents[0]?.text),
  );
  expect(new Set(texts).size).toBe(2);
  await client.close();
});
