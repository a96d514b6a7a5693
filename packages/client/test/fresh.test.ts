import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods, names, ofType, pass } from "./harness.js";
import { type Answers, arrived, discovering, GONE, legacy, modern } from "./servers.js";

const listed = (...tools: string[]) => ({
  tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
});

/** A server that tells nothing of changes, and says how long its list is fresh. */
function aging(ttlMs: number, answers: Answers = {}) {
  const state = { tools: ["old"] };
  const server = modern("a", [], {
    "tools/list": () => ({
      resultType: "complete",
      ttlMs,
      cacheScope: "public",
      ...listed(...state.tools),
    }),
    ...answers,
  });
  return { server, state };
}

const lists = (received: readonly string[]): number =>
  received.filter((method) => method === "tools/list").length;

test("a list is read anew when it is asked for and no longer fresh, and not in the background", async () => {
  const clock = new ManualClock();
  const { server, state } = aging(1000);
  const { client } = make({ clock });
  client.addServer("a", server.transport);
  await client.connect();
  state.tools = ["new"];
  clock.advance(999);
  expect((await client.listTools()).map(({ local }) => local)).toEqual(["old"]);
  await pass(clock, 600_000);
  expect(lists(methods(server))).toBe(1);
  expect((await client.listTools()).map(({ local }) => local)).toEqual(["new"]);
  expect(lists(methods(server))).toBe(2);
  await client.close();
});

test("C3: a legacy list is whole and stale at once: it is read each time it is asked for", async () => {
  const server = legacy("a", ["t"]);
  const { client } = make();
  client.addServer("a", server.transport, { allowLegacy: true });
  await client.connect();
  await client.listTools();
  await client.listTools();
  expect(lists(methods(server))).toBe(3);
  await client.close();
});

test("those who ask at the same time share one list", async () => {
  const { server } = aging(0);
  const { client } = make();
  client.addServer("a", server.transport);
  await client.connect();
  await Promise.all([client.listTools(), client.listTools(), client.listTools()]);
  expect(lists(methods(server))).toBe(2);
  await client.close();
});

test("a new connection makes every list of its server stale", async () => {
  const clock = new ManualClock();
  const { server, state } = aging(86_400_000);
  const { client } = make({ clock, random: () => 0 });
  client.addServer("a", server.transport);
  await client.connect();
  state.tools = ["new"];
  server.peers[0]?.end(GONE);
  await arrived();
  await pass(clock, 500);
  expect(names(client)).toEqual(["new"]);
  await client.close();
});

test("a list that cannot be read anew leaves the last one, and is told", async () => {
  const clock = new ManualClock();
  let works = true;
  const { server } = aging(0, {
    "tools/list": (frame) =>
      works
        ? { resultType: "complete", ...listed("old") }
        : JSON.stringify({ jsonrpc: "2.0", id: frame.id, error: { code: -32603, message: "no" } }),
  });
  const { client, events } = make({ clock });
  client.addServer("a", server.transport);
  await client.connect();
  works = false;
  expect((await client.listTools()).map(({ local }) => local)).toEqual(["old"]);
  expect(ofType(events, "list_failed")).toMatchObject([
    { peer: "a", list: "tools", problem: { code: "rpc_error", rpcCode: -32603 } },
  ]);
  await client.close();
});

test("a list that takes too long for who asks is given up by that one", async () => {
  const clock = new ManualClock();
  let silent = false;
  const { server } = aging(0, {
    "tools/list": () => (silent ? undefined : { resultType: "complete", ...listed("old") }),
    "notifications/cancelled": () => undefined,
  });
  const { client } = make({ clock });
  client.addServer("a", server.transport);
  await client.connect();
  silent = true;
  const asked = expect(client.listTools({ totalMs: 100 })).rejects.toMatchObject({
    code: "timed_out",
  });
  await arrived();
  clock.advance(100);
  await asked;
  expect(names(client)).toEqual(["old"]);
  await client.close();
  expect(clock.waiting).toBe(0);
});

/** Two peers at one endpoint, each with an authorization context of its own. */
function endpoint(contexts: Readonly<Record<string, () => string>>, cacheScope: string) {
  let reads = 0;
  const server = modern("endpoint", [], {
    "server/discover": discovering({ resources: {} }),
    "resources/read": ({ params }) => {
      reads += 1;
      return {
        resultType: "complete",
        ttlMs: 600_000,
        cacheScope,
        contents: [{ uri: params?.["uri"], text: `read ${reads}` }],
      };
    },
  });
  const made = make();
  for (const [name, authorization] of Object.entries(contexts)) {
    const transport = { ...server.transport, authorization: async () => authorization() };
    made.client.addServer(name, transport);
  }
  const read = async (name: string) =>
    (await made.client.readResource(name, "note://1")).contents[0]?.text;
  return { ...made, read };
}

test("C1: what is private under one authorization context is never given to another, nor after a token changed", async () => {
  let token = "first";
  const { client, read } = endpoint({ alice: () => token, bob: () => "bob" }, "private");
  await client.connect();
  expect(await read("alice")).toBe("read 1");
  expect(await read("alice")).toBe("read 1");
  expect(await read("bob")).toBe("read 2");
  token = "second";
  expect(await read("alice")).toBe("read 3");
  token = "first";
  expect(await read("bob")).toBe("read 2");
  await client.close();
});

test("what is public is shared by those who are served by one thing", async () => {
  const { client, read } = endpoint({ alice: () => "alice", bob: () => "bob" }, "public");
  await client.connect();
  expect(await read("alice")).toBe("read 1");
  expect(await read("bob")).toBe("read 1");
  await client.close();
});

test("where that is wanted, the last good resource is given while its server is down", async () => {
  const clock = new ManualClock();
  const server = modern("a", [], {
    "server/discover": discovering({ resources: {} }),
    "resources/read": ({ params }) => ({
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "private",
      contents: [{ uri: params?.["uri"], text: "last" }],
    }),
  });
  const { client } = make({ clock, cache: { staleIfErrorMs: 10_000 } });
  client.addServer("a", server.transport, { recover: false });
  await client.connect();
  await client.readResource("a", "x");
  server.peers[0]?.end(GONE);
  await arrived();
  expect(await client.readResource("a", "x")).toMatchObject({
    contents: [{ text: "last" }],
    staleness: { type: "stale", message: expect.stringContaining("resources/read of a") },
  });
  clock.advance(10_001);
  await expect(client.readResource("a", "x")).rejects.toMatchObject({ code: "peer_unavailable" });
  await client.close();
});

test("a store that fails is told, and nothing else comes of it", async () => {
  const store = {
    get: () => {
      throw new Error("no disk");
    },
    set: () => undefined,
    delete: () => undefined,
  };
  const { server } = aging(1000);
  const { client, events } = make({ cache: { store } });
  client.addServer("a", server.transport);
  await client.connect();
  await arrived();
  expect(names(client)).toEqual(["old"]);
  expect(ofType(events, "store_fault")).toMatchObject([
    { fault: { code: "store_failed", operation: "get" } },
    { fault: { code: "store_failed", operation: "get" } },
  ]);
  await client.close();
});
