import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { afterEach, expect, test } from "vitest";
import { everythingOverHttp } from "./http-processes.js";

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test.each([
  ["streamableHttp", "mcp"],
  ["sse", "sse"],
] as const)("server-everything is ready, listed and called in its mode %s", async (mode, path) => {
  const { port, end } = await everythingOverHttp(mode);
  cleanUps.push(end);
  const client = new Client({ clientInfo: { name: "interop", version: "1.0.0" } });
  cleanUps.push(() => client.close());
  const transport = httpTransport({ url: `http://127.0.0.1:${port}/${path}` });
  client.addServer("everything", transport, { allowLegacy: true });
  const [report] = await client.connect();
  expect(report).toMatchObject({
    state: "ready",
    era: "legacy",
    revision: "2025-11-25",
    faults: 0,
  });
  expect(client.tools.length).toBeGreaterThan(5);
  const { content } = await client.callTool("get-sum", { a: 2, b: 40 });
  expect(JSON.stringify(content)).toContain("42");
});
