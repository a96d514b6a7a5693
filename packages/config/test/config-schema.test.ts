import { expect, test } from "vitest";
import { z } from "zod";
import { configSchema } from "../src/index.js";

const SERVERS = {
  files: {
    command: "npx",
    args: ["-y", "files"],
    env: { ROOT: "/srv" },
    cwd: "/srv",
    allowLegacy: { reopen: true },
    tools: { include: ["read_*"] },
    probeTimeoutMs: 1,
  },
  web: { type: "http", url: "https://example.com/mcp", headers: { A: "b" }, allowInsecure: false },
};

function isValid(file: unknown): boolean {
  return z.fromJSONSchema(configSchema()).safeParse(file).success;
}

test("the schema is of JSON Schema 2020-12, and plain JSON", () => {
  expect(configSchema()["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(JSON.parse(JSON.stringify(configSchema()))).toEqual(configSchema());
});

test.each([
  { mcpServers: SERVERS, collision: "prefix-always" },
  { servers: SERVERS, inputs: [{ id: "a", type: "promptString", password: true }] },
  { mcpServers: { a: { serverUrl: "https://x" }, b: { httpUrl: "https://x", trust: true } } },
  { mcpServers: { a: { disabled: true, args: "anything" } } },
  { servers: { a: { command: "a", env: { PORT: 1, GONE: null } } } },
  { $schema: "x-mcp.schema.json", mcpServers: {}, theme: "dark" },
])("a file that is read is valid: %j", (file) => {
  expect(isValid(file)).toBe(true);
});

test.each([
  { mcpServers: { a: {} } },
  { mcpServers: { a: { command: 1 } } },
  { mcpServers: { a: { command: "a", allowLegacy: "yes" } } },
  { mcpServers: { a: { command: "a", tools: { only: [] } } } },
  { mcpServers: { a: { command: "a", probeTimeoutMs: 0 } } },
  { mcpServers: { a: { command: "a", env: { PORT: 1 } } } },
  { mcpServers: { a: { url: "https://x", headers: ["A: b"] } } },
  { mcpServers: [] },
  { mcpServers: {}, collision: "rename" },
  { servers: {}, inputs: [{ id: "a", type: "other" }] },
])("a file that is refused is not valid: %j", (file) => {
  expect(isValid(file)).toBe(false);
});

test("this project's own keys are described", () => {
  const text = JSON.stringify(configSchema());
  for (const key of ["allowLegacy", "probeTimeoutMs", "startTimeoutMs", "tools", "collision"]) {
    expect(text).toMatch(new RegExp(`"${key}":\\{"description":"[^"]+"`));
  }
});
