import { ManualClock } from "@x/connection";
import { type FormAnswer, type InputHandlers, inputAnswers } from "@x/input";
import { expect, test } from "vitest";
import { make } from "./harness.js";
import { type Answer, arrived, modern } from "./servers.js";

const FORM = {
  method: "elicitation/create",
  params: {
    message: "Whose?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  },
};
const DONE = { resultType: "complete", content: [] };

async function calling(handlers: InputHandlers, call: Answer) {
  const a = modern("a", ["t"], { "tools/call": call });
  const { client } = make({ input: inputAnswers(handlers) });
  client.addServer("a", a.transport);
  await client.connect();
  const calls = () => a.received.filter(({ method }) => method === "tools/call");
  return { client, calls };
}

test("R05, R06, R12: each retry has a new id, the answers and the state of the last round alone, and the _meta of every request", async () => {
  const rounds: object[] = [
    { resultType: "input_required", inputRequests: { a: FORM }, requestState: "one" },
    { resultType: "input_required", inputRequests: { b: FORM } },
    { resultType: "input_required", requestState: "three" },
    DONE,
  ];
  let count = 0;
  const form = async () => {
    count += 1;
    return { action: "accept", content: { name: `${count}` } } as const;
  };
  const { client, calls } = await calling({ elicitation: { form } }, () => rounds.shift());
  await client.callTool("t", { x: 1 });
  const sent = calls().map(({ params: { _meta, ...params } = {} }) => params);
  const call = { name: "t", arguments: { x: 1 } };
  expect(sent).toEqual([
    call,
    {
      ...call,
      inputResponses: { a: { action: "accept", content: { name: "1" } } },
      requestState: "one",
    },
    { ...call, inputResponses: { b: { action: "accept", content: { name: "2" } } } },
    { ...call, requestState: "three" },
  ]);
  expect(new Set(calls().map(({ id }) => id)).size).toBe(4);
  for (const { params } of calls()) {
    expect(params?.["_meta"]).toEqual({
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    });
  }
  await client.close();
});

test("R07: what one call is asked for goes into no other call, at the same time or later", async () => {
  let answer: (given: FormAnswer) => void = () => {};
  const form = () =>
    new Promise<FormAnswer>((resolve) => {
      answer = resolve;
    });
  const { client, calls } = await calling({ elicitation: { form } }, ({ params = {} }) => {
    const { asks } = params["arguments"] as { asks?: boolean };
    return asks === true && params["inputResponses"] === undefined
      ? { resultType: "input_required", inputRequests: { a: FORM }, requestState: "s" }
      : DONE;
  });
  const asked = client.callTool("t", { asks: true });
  await arrived();
  await client.callTool("t", { asks: false });
  answer({ action: "accept", content: { name: "Ada" } });
  await asked;
  await client.callTool("t", { asks: false });
  const carrying = calls().map(({ params = {} }) =>
    ["inputResponses", "requestState"].map((name) => name in params),
  );
  expect(carrying).toEqual([
    [false, false],
    [false, false],
    [true, true],
    [false, false],
  ]);
  await client.close();
});

test("M20: how often a server has a model asked is bounded over all its calls", async () => {
  const sampling = {
    method: "sampling/createMessage",
    params: { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 9 },
  };
  let asked = 0;
  const createMessage = async () => {
    asked += 1;
    const content = { type: "text", text: "Hello" } as const;
    return { role: "assistant", content, model: "m" } as const;
  };
  const a = modern("a", ["t"], {
    "tools/call": ({ params = {} }) =>
      params["inputResponses"] === undefined
        ? { resultType: "input_required", inputRequests: { m: sampling } }
        : DONE,
  });
  const clock = new ManualClock();
  const rate = { requests: 2, perMs: 1000 };
  const input = inputAnswers({ sampling: { createMessage } }, { samplingRate: rate });
  const { client } = make({ clock, input });
  client.addServer("a", a.transport);
  await client.connect();
  await client.callTool("t");
  await client.callTool("t");
  await expect(client.callTool("t")).rejects.toMatchObject({
    code: "input_failed",
    cause: { problem: { code: "rate_limited" } },
  });
  clock.advance(500);
  await client.callTool("t");
  expect(asked).toBe(3);
  await client.close();
});
