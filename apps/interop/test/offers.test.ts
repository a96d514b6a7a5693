import { httpTransport } from "@x/transport-http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Host } from "./host.js";
import { type HttpServer, legacyOffers, modernOffers } from "./http-servers.js";
import { unofficial } from "./official.js";

let host: Host;
const servers: HttpServer[] = [];

async function end(): Promise<void> {
  await host.client.close();
  expect(host.alive).toEqual([]);
  for (const server of servers.splice(0)) await server.close();
}

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

async function declare(
  name: string,
  era: "modern" | "legacy",
  carrier: "stdio" | "HTTP",
): Promise<void> {
  const options = { allowLegacy: era === "legacy" };
  if (carrier === "stdio") {
    host.add(name, [`${era}-offers.mjs`], options);
    return;
  }
  const server = era === "modern" ? await modernOffers() : await legacyOffers();
  servers.push(server);
  host.client.addServer(name, httpTransport({ url: server.url }), options);
}

describe.each([
  ["modern", "stdio"],
  ["modern", "HTTP"],
  ["legacy", "stdio"],
  ["legacy", "HTTP"],
] as const)("the official %s server over %s", (era, carrier) => {
  // One connection for all of it: what is asked for by one test is nothing to another.
  beforeAll(async () => {
    host = new Host();
    await declare("one", era, carrier);
    expect(await host.client.connect()).toMatchObject([{ state: "ready", era }]);
  });

  afterAll(async () => {
    await end();
    expect(unofficial(host.sent.get("one") ?? [], era)).toEqual([]);
    expect(host.told("fault")).toEqual([]);
  });

  test("lists its resources and templates, and gives text and bytes", async () => {
    const { client } = host;
    const { items, refused } = await client.listResources("one");
    expect(items.map(({ uri }) => uri)).toEqual(["memo://one", "memo://bytes"]);
    expect(refused).toEqual([]);
    const templates = await client.listResourceTemplates("one");
    expect(templates.items).toMatchObject([{ uriTemplate: "colour://{colour}" }]);
    expect((await client.readResource("one", "memo://one")).contents).toMatchObject([
      { uri: "memo://one", mimeType: "text/plain", text: "first" },
    ]);
    expect((await client.readResource("one", "memo://bytes")).contents).toMatchObject([
      { uri: "memo://bytes", blob: "iVBORw0KGgo=" },
    ]);
    expect((await client.readResource("one", "colour://red")).contents).toMatchObject([
      { text: "It is red." },
    ]);
    // What it is not told of, it reads again: these servers give no time to live.
    await client.callTool("write", { memo: "second" });
    expect((await client.readResource("one", "memo://one")).contents).toMatchObject([
      { text: "second" },
    ]);
  });

  test("completes arguments of its prompt and of its resource template", async () => {
    const { client } = host;
    const argument = { name: "colour", value: "gre" };
    const expected = { values: ["green", "grey"], total: 2, hasMore: false };
    expect(await client.complete({ prompt: "greet" }, argument)).toEqual(expected);
    const template = { peer: "one", uriTemplate: "colour://{colour}" };
    expect(await client.complete(template, argument)).toEqual(expected);
    const known = { ...argument, value: "x", known: { other: "y" } };
    expect(await client.complete(template, known)).toMatchObject({ values: [] });
  });

  test("logs from the level on that it is asked for, by its era's means", async () => {
    const { client } = host;
    const call = () => client.callTool("log", { levels: ["info", "warning", "error"] });
    const logged = () => host.told("log").map(({ peer, message }) => [peer, message]);
    await client.setLogLevel("one", "warning");
    await call();
    const warned = ["warning", "error"].map((level) => [
      "one",
      { level, logger: "log", data: `${level}!` },
    ]);
    await expect.poll(logged).toEqual(warned);
    await client.setLogLevel("one", "error");
    await call();
    await expect.poll(logged).toEqual([...warned, warned[1]]);
    const calls = host.requests("one", "tools/call").slice(-2);
    const metas = calls.map(({ params }) => params?.["_meta"]);
    if (era === "modern") {
      expect(metas).toMatchObject([{ [LOG_LEVEL]: "warning" }, { [LOG_LEVEL]: "error" }]);
    } else {
      expect(metas).toEqual([undefined, undefined]);
    }
    const levels = host.requests("one", "logging/setLevel").map(({ params }) => params?.["level"]);
    expect(levels).toEqual(era === "modern" ? [] : ["warning", "error"]);
  });

  test("gives a sign of life", async () => {
    const elapsedMs = await host.client.ping("one");
    expect(elapsedMs).toBeGreaterThanOrEqual(0);
    expect(elapsedMs).toBeLessThan(5000);
    expect(host.methods("one").at(-1)).toBe(era === "modern" ? "server/discover" : "ping");
  });

  test("refuses a resource, a prompt's arguments and a completion that it does not have, each by name", async () => {
    const { client } = host;
    await expect(client.readResource("one", "memo://absent")).rejects.toMatchObject({
      code: "resource_not_found",
      rpcCode: -32602,
      fault: "remote",
      message: expect.stringContaining("memo://absent"),
    });
    // Until 2026-07-28 there was a code for it, which servers give where they look themselves.
    await expect(client.readResource("one", "colour://blue")).rejects.toMatchObject({
      code: "resource_not_found",
      rpcCode: era === "modern" ? -32602 : -32002,
    });
    await expect(client.getPrompt("greet", {})).rejects.toMatchObject({
      code: "rpc_error",
      rpcCode: -32602,
    });
    const template = { peer: "one", uriTemplate: "absent://{x}" };
    await expect(client.complete(template, { name: "x", value: "" })).rejects.toMatchObject({
      code: "rpc_error",
      rpcCode: -32602,
    });
    const sent = host.methods("one").length;
    await expect(client.getPrompt("gret")).rejects.toMatchObject({
      code: "unknown_prompt",
      message: expect.stringContaining('"greet"'),
    });
    expect(host.methods("one")).toHaveLength(sent);
  });
});

describe("official servers of both eras", () => {
  beforeEach(() => {
    host = new Host();
  });

  afterEach(end);

  test.each(["modern", "legacy"] as const)(
    "a method that the official %s server does not have is refused with -32601 over both carriers",
    async (era) => {
      await declare("process", era, "stdio");
      await declare("endpoint", era, "HTTP");
      await host.client.connect();
      for (const name of ["process", "endpoint"]) {
        await expect(
          host.client.request(name, "example.org/absent", { a: 1 }),
        ).rejects.toMatchObject({ code: "rpc_error", rpcCode: -32601, fault: "remote" });
        expect(host.requests(name, "example.org/absent")).toHaveLength(1);
        await expect(host.client.request(name, "prompts/list")).resolves.toMatchObject({
          prompts: [{ name: "greet" }],
        });
      }
      expect(host.told("fault")).toEqual([]);
    },
  );

  test("L3: prompts of one name on servers of both eras are merged, and each answers for itself", async () => {
    await declare("new", "modern", "stdio");
    await declare("old", "legacy", "HTTP");
    await host.client.connect();
    const { client } = host;
    const names = client.prompts.map(({ canonical, peer, local }) => [canonical, peer, local]);
    expect(names).toEqual([
      ["greet", "new", "greet"],
      ["old/greet", "old", "greet"],
    ]);
    expect(client.collisions.map(({ local }) => local)).toContain("greet");
    for (const name of ["greet", "old/greet"]) {
      expect((await client.getPrompt(name, { colour: "grey" })).messages).toMatchObject([
        { role: "user", content: { type: "text", text: "Hello, grey é😀" } },
      ]);
      expect(await client.complete({ prompt: name }, { name: "colour", value: "r" })).toMatchObject(
        {
          values: ["red"],
        },
      );
    }
    for (const peer of ["new", "old"]) {
      expect(host.requests(peer, "prompts/get")).toMatchObject([
        { params: { name: "greet", arguments: { colour: "grey" } } },
      ]);
    }
    expect((await client.listPrompts()).map(({ canonical }) => canonical)).toEqual([
      "greet",
      "old/greet",
    ]);
  });
});
