import type { Connection, ExchangeOptions } from "@x/connection";
import { createRegistry, type Registry, update } from "@x/registry";
import type { StampContext } from "@x/wire";
import { expect, test } from "vitest";
import { callTool, type Routes } from "../src/index.js";
import { done, LEGACY, MODERN, routes, server, text } from "./fixtures.js";

const INPUT_SCHEMA = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    limit: { type: "integer", "x-mcp-header": "Limit" },
    query: { type: "string" },
  },
};

/** One peer with the tool `find`, listed as one that is spoken to over HTTP. */
const registry: Registry = update(createRegistry({ peers: [{ name: "web" }] }), {
  type: "listed",
  lists: [
    { peer: "web", items: [{ name: "find", inputSchema: INPUT_SCHEMA }], paramHeaders: true },
  ],
}).next;

/** Routes to that peer, what was sent to it, and the options of every exchange with it. */
async function web(
  context: StampContext = MODERN,
): Promise<{ to: Routes; sent: string[]; options: ExchangeOptions[] }> {
  const { owner, sent } = await server(context, (id) =>
    context.era === "modern" ? done(id, "web") : text(id, { content: [] }),
  );
  if (owner.state !== "ready") throw new Error(owner.message);
  const options: ExchangeOptions[] = [];
  const connection: Connection = {
    type: "connection",
    ids: owner.connection.ids,
    closed: owner.connection.closed,
    settle: (era) => owner.connection.settle(era),
    exchange: (request, given) => {
      options.push(given);
      return owner.connection.exchange(request, given);
    },
    notify: (notification) => owner.connection.notify(notification),
    on: (listener) => owner.connection.on(listener),
    close: () => owner.connection.close(),
  };
  return { to: routes(registry, { web: { ...owner, connection } }), sent, options };
}

test("H8: arguments that a tool asks for are sent as headers too, encoded, and stay in the body", async () => {
  const { to, sent, options } = await web();
  const args = { region: " padded ", limit: 3, query: "x" };
  expect(await callTool(to, "find", args)).toMatchObject({ type: "result" });
  expect(options).toEqual([
    {
      totalMs: 60_000,
      onAbandon: "cancel",
      headers: { "Mcp-Param-Region": "=?base64?IHBhZGRlZCA=?=", "Mcp-Param-Limit": "3" },
    },
  ]);
  expect(JSON.parse(sent[0] ?? "")).toMatchObject({ params: { name: "find", arguments: args } });
});

test("headers go together with the limits and the signal of a call", async () => {
  const { to, options } = await web();
  const { signal } = new AbortController();
  await callTool(to, "find", { limit: 1 }, { totalMs: 5, signal });
  expect(options).toEqual([
    { totalMs: 5, onAbandon: "cancel", signal, headers: { "Mcp-Param-Limit": "1" } },
  ]);
});

test("a call whose arguments have none of what is asked for has no headers", async () => {
  const { to, options } = await web();
  await callTool(to, "find");
  await callTool(to, "find", { query: "x", region: null });
  expect(options.map((given) => "headers" in given)).toEqual([false, false]);
});

test("a legacy owner gets no headers, whatever was listed before it was one", async () => {
  const { to, options } = await web(LEGACY);
  expect(await callTool(to, "find", { region: "eu", limit: "no" })).toMatchObject({
    type: "result",
  });
  expect(options.map((given) => "headers" in given)).toEqual([false]);
});

test("an argument that no header can carry is refused before anything is sent", async () => {
  const { to, sent } = await web();
  await expect(callTool(to, "find", { region: "eu", limit: 2 ** 53 })).rejects.toMatchObject({
    code: "invalid_arguments",
    fault: "local",
    message:
      'The arguments of find were not sent. The argument "limit" has to be an integer from -9007199254740991 to 9007199254740991, because it is also sent as the header Mcp-Param-Limit; it is another number.',
  });
  expect(sent).toEqual([]);
});
