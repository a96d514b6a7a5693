import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { answerInput, answerRound, readInputRequired, type SamplingRequest } from "../src/index.js";
import { codeOf, context, formRequest, host, sample, samplingRequest, submit } from "./fixtures.js";

/** Nested deeper than any stack goes. */
function deep(depth = 200_000): JsonObject {
  return JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
}

test("what is nested without end is passed by, wherever it stands", async () => {
  const nested = deep();
  const text = { type: "string", examples: nested, pattern: nested };
  expect(codeOf(await submit(formRequest({ a: text }, { $defs: nested }), {}))).toBe("answered");
  expect(codeOf(await submit(formRequest({ a: nested }), {}))).toBe("invalid_request");
  expect(codeOf(await submit(formRequest(nested), {}))).toBe("invalid_request");
  expect(codeOf(await submit(formRequest({ a: text }), { a: nested }))).toBe("invalid_answer");
  expect(codeOf(await sample(samplingRequest({ metadata: nested })))).toBe("answered");
  expect(codeOf(await sample(samplingRequest({ messages: nested })))).toBe("invalid_request");
  const inputSchema = { type: "object", properties: nested };
  const tools = [{ name: "t", inputSchema }];
  expect(codeOf(await sample(samplingRequest({ tools })))).toBe("answered");
  const result = { resultType: "input_required", inputRequests: { a: nested }, requestState: "s" };
  expect(readInputRequired(result, "files").type).toBe("invalid");
});

test("what a server calls things appears in problems shortened", async () => {
  const name = "n".repeat(60_000);
  const outcome = await submit(formRequest({ [name]: {} }), {});
  expect(outcome).toMatchObject({ problem: { code: "invalid_request", field: name } });
  if (outcome.type === "refused") expect(outcome.problem.message.length).toBeLessThan(1000);
  const method = `x\n${"m".repeat(1_000_000)}`;
  const unknown = await answerInput({ method }, {}, context());
  if (unknown.type === "refused") {
    expect(unknown.problem.message.length).toBeLessThan(1000);
    expect(unknown.problem.message).not.toContain("\n");
  }
});

test("a request cannot pass for a refusal of this side", async () => {
  const { handlers, asked } = host();
  const params = { ...samplingRequest().params, type: "flaw", code: "invalid_request" };
  const request = { method: "sampling/createMessage", params };
  expect(codeOf(await answerInput(request, handlers, context()))).toBe("answered");
  expect((asked[0] as SamplingRequest).maxTokens).toBe(100);
});

test("megabytes of content are read through once", async () => {
  const data = "QUJD".repeat(2_000_000);
  const image = (text: string) => ({ type: "image", data: text, mimeType: "image/png" });
  const ask = (text: string) =>
    sample(samplingRequest({ messages: [{ role: "user", content: image(text) }] }));
  expect(codeOf(await ask(data))).toBe("answered");
  expect(codeOf(await ask(`${data}!`))).toBe("invalid_request");
  expect(codeOf(await ask(`${" ".repeat(8_000_000)}=!`))).toBe("invalid_request");
});

test("as many requests as there may be are answered, and one bad one asks nobody", async () => {
  const { handlers, asked } = host();
  const requests = new Map(
    Array.from({ length: 64 }, (_, at) => [String(at), { method: "roots/list" }] as const),
  );
  const round = { type: "input_required", requests } as const;
  expect(await answerRound(round, handlers, context())).toMatchObject({ type: "retry" });
  expect(asked).toHaveLength(64);
  requests.set("last", { method: "roots/list", params: { _meta: 1 } } as { method: "roots/list" });
  expect(await answerRound(round, handlers, context())).toMatchObject({ type: "ended" });
  expect(asked).toHaveLength(64);
});
