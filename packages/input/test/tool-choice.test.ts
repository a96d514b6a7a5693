import { expect, test } from "vitest";
import { codeOf, SAID, sample, samplingRequest } from "./fixtures.js";

const TOOLS = [{ name: "weather", inputSchema: { type: "object" } }];
const USE = { type: "tool_use", id: "a", name: "weather", input: {} };

test("M10: where a tool has to be used, an answer that uses none is not sent", async () => {
  const request = samplingRequest({ tools: TOOLS, toolChoice: { mode: "required" } });
  for (const content of [SAID.content, [SAID.content], [SAID.content, SAID.content]]) {
    const outcome = await sample(request, { ...SAID, content });
    expect(outcome).toMatchObject({
      type: "refused",
      problem: {
        code: "invalid_answer",
        fault: "local",
        message: expect.stringContaining("requires"),
      },
    });
  }
  expect(codeOf(await sample(request, { ...SAID, content: USE }))).toBe("answered");
  expect(codeOf(await sample(request, { ...SAID, content: [SAID.content, USE] }))).toBe("answered");
});

test("M10: a model that may use tools, or has none to use, can answer without", async () => {
  for (const more of [
    { tools: TOOLS },
    { tools: TOOLS, toolChoice: {} },
    { tools: TOOLS, toolChoice: { mode: "auto" } },
    { toolChoice: { mode: "required" } },
    { tools: [], toolChoice: { mode: "required" } },
  ]) {
    expect(codeOf(await sample(samplingRequest(more), SAID))).toBe("answered");
  }
});
