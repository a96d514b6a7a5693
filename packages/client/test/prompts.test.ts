import { expect, test } from "vitest";
import { make, methods } from "./harness.js";
import { discovering, initializing, legacy, modern } from "./servers.js";

const withPrompts = { tools: {}, prompts: {} };

function prompting(name: string, prompts: readonly object[]) {
  return modern(name, [], {
    "server/discover": discovering(withPrompts),
    "prompts/list": () => ({ resultType: "complete", prompts }),
    "prompts/get": ({ params }) => ({
      resultType: "complete",
      description: `${name}: ${params?.["name"]}`,
      messages: [
        { role: "user", content: { type: "text", text: JSON.stringify(params?.["arguments"]) } },
      ],
    }),
  });
}

test("prompts of several servers are merged under the rules of tools, and got by their local name", async () => {
  const a = prompting("a", [{ name: "review" }, { name: "alone" }]);
  const b = prompting("b", [{ name: "review" }]);
  const { client, events } = make();
  client.addServer("a", a.transport);
  client.addServer("b", b.transport);
  await client.connect();
  expect(client.prompts.map(({ canonical }) => canonical)).toEqual(["alone", "review", "b/review"]);
  expect(client.collisions).toMatchObject([{ local: "review", holder: "a", peer: "b" }]);
  expect(await client.getPrompt("b/review", { code: "1+1" })).toMatchObject({
    description: "b: review",
    messages: [{ role: "user", content: { type: "text", text: '{"code":"1+1"}' } }],
  });
  expect(events).toContainEqual(
    expect.objectContaining({ type: "prompts", diff: expect.objectContaining({ removed: [] }) }),
  );
  expect(client.peers).toMatchObject([{ prompts: 2 }, { prompts: 1 }]);
  await client.close();
});

test("a prompt and a tool of one name are no collision", async () => {
  const a = modern("a", ["review"], {
    "server/discover": discovering(withPrompts),
    "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "review" }] }),
  });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  expect(client.tools).toHaveLength(1);
  expect(client.prompts).toHaveLength(1);
  expect(client.collisions).toEqual([]);
  await client.close();
});

test("a malformed prompt is left out with its reason, and the others stay", async () => {
  const a = prompting("a", [{ name: "good" }, { title: "nameless" }]);
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  expect(client.prompts.map(({ local }) => local)).toEqual(["good"]);
  expect(client.quarantined).toMatchObject([{ kind: "prompt", peer: "a", reason: "name_invalid" }]);
  await client.close();
});

test("a prompt that no server has is not asked for, and near names are told", async () => {
  const a = prompting("a", [{ name: "review" }]);
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.getPrompt("reveiw")).rejects.toMatchObject({
    code: "unknown_prompt",
    message: 'There is no prompt "reveiw". Did you mean "review"? Nothing was sent.',
  });
  expect(methods(a)).not.toContain("prompts/get");
  await client.close();
});

test("a server whose prompts cannot be listed keeps its tools, and the report says why", async () => {
  const a = modern("a", ["t"], { "server/discover": discovering(withPrompts) });
  const { client } = make();
  client.addServer("a", a.transport);
  expect(await client.connect()).toMatchObject([
    { state: "ready", tools: 1, prompts: 0, listProblems: { prompts: "rpc_error" } },
  ]);
  await client.close();
});

test("a server that declares no prompts is not asked for them, in either era", async () => {
  const a = modern("a", ["t"]);
  const b = legacy("b", ["u"], { initialize: initializing({ tools: {} }) });
  const { client } = make();
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  expect([...methods(a), ...methods(b)]).not.toContain("prompts/list");
  await client.close();
});

test.each([
  ["no messages", { messages: undefined }],
  ["a role that is none", { messages: [{ role: "system", content: { type: "text", text: "" } }] }],
  ["content without a type", { messages: [{ role: "user", content: "text" }] }],
])("a prompt with %s is an invalid result", async (_, bad) => {
  const a = modern("a", [], {
    "server/discover": discovering(withPrompts),
    "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "p" }] }),
    "prompts/get": () => ({ resultType: "complete", ...bad }),
  });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.getPrompt("p")).rejects.toMatchObject({
    code: "invalid_result",
    fault: "remote",
  });
  await client.close();
});
