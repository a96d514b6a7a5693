import { Client } from "@x/client";
import { memoryTransport } from "@x/connection";
import { workerValidator } from "@x/validate";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";

const validator = workerValidator();
afterAll(() => validator.close());

const object = (properties: object): object => ({ type: "object", properties });
const tools = [
  { name: "fits", outputSchema: object({ n: { type: "number" } }) },
  {
    name: "old",
    outputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      ...object({ n: { type: "string" } }),
    },
  },
  {
    name: "same-id-1",
    outputSchema: { $id: "https://example.invalid/same", ...object({ n: { type: "number" } }) },
  },
  {
    name: "same-id-2",
    outputSchema: { $id: "https://example.invalid/same", ...object({ n: { type: "string" } }) },
  },
  {
    name: "elsewhere",
    outputSchema: { type: "object", $ref: "https://example.invalid/schema.json" },
  },
  { name: "odd", outputSchema: { $schema: "https://example.invalid/dialect", type: "object" } },
  { name: "runaway", outputSchema: object({ text: { type: "string", pattern: "^(a+)+$" } }) },
].map((tool) => ({ inputSchema: object({ n: { type: "number" } }), ...tool }));

const structuredContent = { n: 1, text: `${"a".repeat(40)}!` };
let sent = 0;
const server = memoryTransport((peer) => {
  peer.onFrame((frame) => {
    const { id, method, params } = JSON.parse(frame);
    sent += 1;
    const isError = params?.arguments?.fail === true;
    const results: Record<string, object> = {
      "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
      "tools/list": { tools },
      "tools/call": { content: [], structuredContent, ...(isError ? { isError } : {}) },
    };
    peer.send({ jsonrpc: "2.0", id, result: { resultType: "complete", ...results[method] } });
  });
});

let client: Client;
beforeEach(async () => {
  client = new Client({
    clientInfo: { name: "interop", version: "1.0.0" },
    checks: { check: (schema, value) => validator.check(schema, value), arguments: true },
  });
  client.addServer("one", server);
  await client.connect();
});
afterEach(() => client.close());

test.each([
  ["fits", undefined],
  ["same-id-1", undefined],
  ["old", "invalid_result"],
  ["same-id-2", "invalid_result"],
  ["elsewhere", "unchecked_result"],
  ["odd", "unchecked_result"],
])("L8: the result of %s is checked by its own schema and dialect: %s", async (name, code) => {
  const called = client.callTool(name, { n: 1 });
  if (code === undefined) expect(await called).toMatchObject({ structuredContent });
  else await expect(called).rejects.toMatchObject({ code });
});

test("L8: a pattern that runs away ends at the validator's deadline, and another call is answered meanwhile", async () => {
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const runaway = expect(client.callTool("runaway")).rejects.toMatchObject({
    code: "unchecked_result",
  });
  await Promise.all([runaway.then(note("runaway")), client.callTool("fits").then(note("fits"))]);
  expect(order).toEqual(["fits", "runaway"]);
});

test("L7: what a tool says of its failure comes as it is", async () => {
  expect(await client.callTool("old", { fail: true })).toMatchObject({ isError: true });
});

test("arguments that the tool does not take are not sent", async () => {
  const before = sent;
  await expect(client.callTool("fits", { n: "one" })).rejects.toMatchObject({
    code: "invalid_arguments",
    message: expect.stringContaining("/n"),
  });
  expect(sent).toBe(before);
});
