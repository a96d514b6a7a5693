import type { Transport } from "@x/connection";
import { expect, test } from "vitest";
import { make, names } from "./harness.js";
import { legacy, modern, type Server } from "./servers.js";

const inputSchema = (region: object) => ({ type: "object", properties: { region } });
const tools = [
  {
    name: "bad",
    inputSchema: inputSchema({ type: "array", items: { type: "string", "x-mcp-header": "A" } }),
  },
  { name: "fine", inputSchema: inputSchema({ type: "string", "x-mcp-header": "Region" }) },
];
const LISTS = { "tools/list": () => ({ resultType: "complete", tools }) };

/** A server as if it were reached over HTTP. */
const overHttp = ({ transport }: Server): Transport => ({
  binding: { type: "http", url: "https://example.com/mcp" },
  open: (options) => transport.open(options),
});

test("H9: over HTTP, a modern server's tool with an invalid x-mcp-header is quarantined, and the others stay", async () => {
  const { client } = make();
  client.addServer("web", overHttp(modern("web", [], LISTS)));
  await client.connect();
  expect(names(client)).toEqual(["fine"]);
  expect(client.tools).toMatchObject([{ headers: [{ header: "Mcp-Param-Region" }] }]);
  expect(client.quarantined).toMatchObject([
    { peer: "web", local: "bad", reason: "invalid_header_annotation" },
  ]);
  await client.close();
});

test("where no such headers are sent, x-mcp-header is ignored: over stdio, and of legacy servers", async () => {
  const { client } = make();
  client.addServer("near", modern("near", [], LISTS).transport);
  client.addServer("old", overHttp(legacy("old", [], LISTS)), { allowLegacy: true });
  await client.connect();
  expect(names(client)).toEqual(["bad", "fine", "old/bad", "old/fine"]);
  expect(client.tools.flatMap(({ headers }) => headers)).toEqual([]);
  expect(client.quarantined).toEqual([]);
  await client.close();
});
