import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { answerInput, INPUT_LIMITS, type SamplingRequest } from "../src/index.js";
import { codeOf, context, HELLO, host, SAID, sample, samplingRequest } from "./fixtures.js";

const TOOLS = [{ name: "weather", inputSchema: { type: "object" } }];
const use = (id: string) => ({ type: "tool_use", id, name: "weather", input: {} });
const gave = (toolUseId: string, content: unknown = []) => ({
  type: "tool_result",
  toolUseId,
  content,
});
const user = (content: unknown) => ({ role: "user", content });
const model = (content: unknown) => ({ role: "assistant", content });

/** A request with these messages after a first one, and with tools. */
function talk(...messages: unknown[]) {
  return samplingRequest({ messages: [HELLO, ...messages], tools: TOOLS });
}

test("the handler gets the very request that came, and its answer is sent", async () => {
  const { handlers, asked } = host();
  const request = samplingRequest({
    systemPrompt: "Be brief.",
    modelPreferences: { hints: [{ name: "m" }, {}], costPriority: 0, speedPriority: 1 },
    includeContext: "thisServer",
    temperature: 0.1,
    stopSequences: ["."],
    metadata: { provider: 1 },
    tools: TOOLS,
    toolChoice: { mode: "auto" },
  });
  const outcome = await answerInput(request, handlers, context());
  expect(outcome).toEqual({ type: "answered", response: SAID });
  expect(asked[0]).toBe(request.params);
});

test.each<[string, JsonObject]>([
  ["M06: tools", { tools: TOOLS }],
  ["M06: no tools at all in tools", { tools: [] }],
  ["M07: toolChoice", { toolChoice: {} }],
  ["M04: messages that use tools", { messages: [HELLO, model(use("1")), user(gave("1"))] }],
])("%s without sampling.tools ends in an error, by name", async (_, more) => {
  const asked: unknown[] = [];
  const createMessage = async (request: SamplingRequest) => {
    asked.push(request);
    return SAID;
  };
  const outcome = await answerInput(
    samplingRequest(more),
    { sampling: { createMessage } },
    context(),
  );
  expect(outcome).toMatchObject({
    type: "refused",
    problem: { code: "not_declared", rpcCode: -32602, fault: "remote" },
  });
  expect(outcome).toMatchObject({
    problem: { message: expect.stringContaining("sampling.tools") },
  });
  expect(asked).toEqual([]);
});

test.each<[string, JsonObject]>([
  ["no messages", { messages: undefined }],
  ["messages that are no array", { messages: HELLO }],
  ["a message that is none", { messages: [null] }],
  ["M11: a message without a role", { messages: [{ content: HELLO.content }] }],
  ["M11: a message of another role", { messages: [{ ...HELLO, role: "system" }] }],
  ["M11: a message without content", { messages: [{ role: "user" }] }],
  ["M11: a message that is text", { messages: [user("Hello")] }],
  ["M18: a text that is none", { messages: [user({ type: "text", text: 1 })] }],
  ["M18: a piece of another type", { messages: [user({ type: "video", data: "" })] }],
  ["M18: an image without a type", { messages: [user({ type: "image", data: "" })] }],
  [
    "M18: an image not in Base64",
    { messages: [user({ type: "image", mimeType: "i", data: "a" })] },
  ],
  [
    "M18: audio not in Base64",
    { messages: [user({ type: "audio", mimeType: "a", data: "=abc" })] },
  ],
  [
    "M18: annotations that are none",
    { messages: [user({ type: "text", text: "", annotations: 1 })] },
  ],
  ["a _meta that is none", { messages: [{ ...HELLO, _meta: [] }] }],
  ["a _meta of a piece that is none", { messages: [user({ ...HELLO.content, _meta: 1 })] }],
  ["no maxTokens", { maxTokens: undefined }],
  ["half a token", { maxTokens: 0.5 }],
  ["a systemPrompt that is no string", { systemPrompt: 1 }],
  ["an includeContext that there is not", { includeContext: "all" }],
  ["a temperature that is no number", { temperature: "hot" }],
  ["stopSequences that are no strings", { stopSequences: [1] }],
  ["metadata that is no object", { metadata: [] }],
  ["preferences that are no object", { modelPreferences: 1 }],
  ["a priority above 1", { modelPreferences: { costPriority: 1.1 } }],
  ["hints that are no names", { modelPreferences: { hints: [{ name: 1 }] } }],
  ["tools that are no array", { tools: {} }],
  ["a tool without a name", { tools: [{ inputSchema: { type: "object" } }] }],
  ["a tool without a schema", { tools: [{ name: "a" }] }],
  ["a toolChoice that there is not", { toolChoice: { mode: "maybe" } }],
  ["a toolChoice of null", { toolChoice: { mode: null } }],
])("a request with %s is refused before anybody sees it", async (_, more) => {
  const { handlers, asked } = host();
  const outcome = await answerInput(samplingRequest(more), handlers, context());
  expect(outcome).toMatchObject({
    problem: { code: "invalid_request", fault: "remote", rpcCode: -32602 },
  });
  expect(asked).toEqual([]);
});

test("uses of tools and their results, side by side and one after the other, are fine", async () => {
  const pieces = [
    { type: "text", text: "18 degrees" },
    { type: "image", data: "aGk=", mimeType: "image/png" },
    { type: "resource_link", uri: "file:///a", name: "a" },
    { type: "resource", resource: { uri: "file:///a", text: "" } },
    { type: "resource", resource: { uri: "file:///a", blob: "" } },
  ];
  const both = [{ type: "text", text: "I look." }, use("a"), use("b")];
  const request = talk(
    model(both),
    user([gave("b", pieces), { ...gave("a"), isError: true, structuredContent: 1 }]),
    model(use("a")),
    user(gave("a")),
  );
  expect(codeOf(await sample(request))).toBe("answered");
});

test.each<[string, unknown[]]>([
  ["M08: a result beside a text", [model(use("a")), user([gave("a"), HELLO.content])]],
  ["M09: no message after a use", [model(use("a"))]],
  ["M09: no result in the next message", [model(use("a")), HELLO]],
  ["M09: a result in a later message", [model(use("a")), HELLO, user(gave("a"))]],
  ["M09: one result for two uses", [model([use("a"), use("b")]), user(gave("a"))]],
  ["M09: two results for one use", [model(use("a")), user([gave("a"), gave("a")])]],
  ["M09: an answer of the assistant in between", [model(use("a")), model(HELLO.content)]],
  ["M09: two uses with one id", [model([use("a"), use("a")]), user([gave("a")])]],
  ["M24: a result without a use", [user(gave("a"))]],
  ["M24: a result for another use", [model(use("a")), user(gave("b"))]],
  ["M24: a result too many", [model(use("a")), user([gave("a"), gave("b")])]],
  ["a use in a message of the user", [user(use("a"))]],
  ["a result in a message of the assistant", [model(use("a")), model(gave("a"))]],
  ["a use without an input", [model({ ...use("a"), input: 1 }), user(gave("a"))]],
  ["a use without an id", [model({ ...use("a"), id: 1 })]],
  ["a result for no id", [model(use("a")), user({ ...gave("a"), toolUseId: undefined })]],
  ["a result without content", [model(use("a")), user(gave("a", null))]],
  ["a result in a result", [model(use("a")), user(gave("a", [gave("a")]))]],
  [
    "a link without a name",
    [model(use("a")), user(gave("a", [{ type: "resource_link", uri: "a" }]))],
  ],
  ["a resource without contents", [model(use("a")), user(gave("a", [{ type: "resource" }]))]],
  ["an isError that is none", [model(use("a")), user({ ...gave("a"), isError: 1 })]],
])("%s is refused", async (_, messages) => {
  expect(codeOf(await sample(talk(...messages)))).toBe("invalid_request");
});

test("M23: what uses and results of tools have in _meta is kept in both directions", async () => {
  const { handlers, asked } = host();
  const _meta = { "example.com/cache": "k" };
  const request = talk(model({ ...use("a"), _meta }), user({ ...gave("a"), _meta }));
  await answerInput(request, handlers, context());
  const [, uses, results] = (asked[0] as SamplingRequest).messages;
  expect([uses, results]).toMatchObject([{ content: { _meta } }, { content: { _meta } }]);
  const answer = { ...SAID, content: [{ ...use("b"), _meta }], stopReason: "toolUse", _meta };
  expect(await sample(talk(), answer)).toEqual({ type: "answered", response: answer });
});

test("M12: nothing of one request is there in the next", async () => {
  const { handlers, asked } = host();
  const request = samplingRequest();
  await answerInput(talk(model(use("a")), user(gave("a"))), handlers, context());
  await answerInput(request, handlers, context());
  expect(asked[1]).toEqual({ messages: [HELLO], maxTokens: 100 });
  expect(codeOf(await sample(talk(user(gave("a")))))).toBe("invalid_request");
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["a text", "Hi"],
  ["no model", { ...SAID, model: undefined }],
  ["another role", { ...SAID, role: "user" }],
  ["no content", { ...SAID, content: undefined }],
  ["content that is text", { ...SAID, content: "Hi" }],
  ["no pieces of content", { ...SAID, content: [] }],
  ["a result of a tool", { ...SAID, content: gave("a") }],
  ["two uses with one id", { ...SAID, content: [use("a"), use("a")] }],
  ["a stopReason that is none", { ...SAID, stopReason: 1 }],
  ["a _meta that is none", { ...SAID, _meta: 1 }],
])("the answer of a model with %s is not sent", async (_, answer) => {
  const outcome = await sample(talk(), answer);
  expect(outcome).toMatchObject({ problem: { code: "invalid_answer", fault: "local" } });
});

test("a model that was given no tools, or none to use, uses none", async () => {
  const answer = { ...SAID, content: use("a") };
  expect(codeOf(await sample(samplingRequest({ tools: TOOLS }), answer))).toBe("answered");
  for (const more of [{}, { tools: [] }, { tools: TOOLS, toolChoice: { mode: "none" } }]) {
    expect(codeOf(await sample(samplingRequest(more), answer))).toBe("invalid_answer");
  }
});

test("members that no answer has are not sent", async () => {
  const outcome = await sample(samplingRequest(), { ...SAID, apiKey: "secret", action: "accept" });
  expect(outcome).toEqual({ type: "answered", response: SAID });
});

test("M02: a user who does not want the model asked ends the call", async () => {
  const outcome = await sample(samplingRequest(), { action: "decline" });
  expect(outcome).toMatchObject({ type: "refused", problem: { code: "declined", rpcCode: -1 } });
});

test("answers have the shape of the revision", async () => {
  const ask = (answer: unknown, revision: string) =>
    sample(samplingRequest(), answer, { revision });
  const one = { ...SAID, content: [SAID.content] };
  expect(await ask(one, "2025-11-25")).toMatchObject({ response: one });
  expect(await ask(one, "2025-06-18")).toMatchObject({ response: SAID });
  const two = { ...SAID, content: [SAID.content, SAID.content] };
  expect(codeOf(await ask(two, "2025-11-25"))).toBe("answered");
  expect(codeOf(await ask(two, "2025-06-18"))).toBe("invalid_answer");
  const audio = { ...SAID, content: { type: "audio", data: "", mimeType: "audio/wav" } };
  expect(codeOf(await ask(audio, "2025-03-26"))).toBe("answered");
  expect(codeOf(await ask(audio, "2024-11-05"))).toBe("invalid_answer");
});

test("there is a bound on messages, pieces and tools", async () => {
  const { messages, blocks, tools } = INPUT_LIMITS;
  const many = (count: number) => samplingRequest({ messages: new Array(count).fill(HELLO) });
  const pieces = (count: number) =>
    samplingRequest({ messages: [user(new Array(count).fill(HELLO.content))] });
  const results = (count: number) =>
    talk(model(use("a")), user(gave("a", new Array(count - 3).fill(HELLO.content))));
  const offered = (count: number) => samplingRequest({ tools: new Array(count).fill(TOOLS[0]) });
  expect(codeOf(await sample(many(messages)))).toBe("answered");
  expect(codeOf(await sample(many(messages + 1)))).toBe("limit_exceeded");
  expect(codeOf(await sample(pieces(blocks)))).toBe("answered");
  expect(codeOf(await sample(pieces(blocks + 1)))).toBe("limit_exceeded");
  expect(codeOf(await sample(results(blocks)))).toBe("answered");
  expect(codeOf(await sample(results(blocks + 1)))).toBe("limit_exceeded");
  expect(codeOf(await sample(offered(tools)))).toBe("answered");
  expect(codeOf(await sample(offered(tools + 1)))).toBe("limit_exceeded");
});
