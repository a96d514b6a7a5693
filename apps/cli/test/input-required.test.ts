import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const asks = { resultType: "input_required", inputRequests: { who: { method: "roots/list" } } };

it("--json prints what a server asks for where it asks for input, and it ends with 7", async () => {
  const file = config({ a: embedded({ tools: ["ask"] }) });
  const { code, stdout, stderr } = await runHere(["call", "ask", "--json", "--config", file]);
  expect(code).toBe(EXIT.inputRequired);
  expect(JSON.parse(stdout)).toEqual({
    error: {
      server: "a",
      phase: "input",
      code: "input_required",
      message: expect.stringContaining("asks for input"),
      hint: null,
      stderrTail: null,
    },
    inputRequired: { who: { method: "elicitation/create", params: {} } },
  });
  expect(stderr).toMatch(/^x-mcp: .* asks for input.*\n$/);
});

it.each([
  { command: ["read", "a", "x:a"], method: "resources/read" },
  { command: ["prompt", "a/p"], method: "prompts/get" },
])("so it does for $command", async ({ command, method }) => {
  const script = { resources: [], prompts: [{ name: "p" }], results: { [method]: asks } };
  const file = config({ a: embedded(script) });
  const json = await runHere([...command, "--json", "--config", file]);
  expect(json.code).toBe(EXIT.inputRequired);
  expect(JSON.parse(json.stdout)).toMatchObject({ inputRequired: asks.inputRequests });
  const text = await runHere([...command, "--config", file]);
  expect(text).toMatchObject({ code: EXIT.inputRequired, stdout: "" });
});
