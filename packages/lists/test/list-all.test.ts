import { type Connection, ManualClock, memoryTransport } from "@x/connection";
import { type Message, type Request, stamp } from "@x/wire";
import { expect, test } from "vitest";
import { type ListOptions, listAll } from "../src/index.js";
import { names, page, type Server, tools } from "./fixtures.js";

const context = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
} as const;
const options: ListOptions = {
  ...tools,
  stamp: (request) => stamp(request, context),
  exchange: { totalMs: 1000 },
};

/** A settled connection to a server that answers with pages, or not at all. */
async function connect(server: Server | undefined, clock: ManualClock = new ManualClock()) {
  const received: Request[] = [];
  const transport = memoryTransport((peer) => {
    peer.onFrame((text) => {
      const request = JSON.parse(text) as Request;
      received.push(request);
      if (server !== undefined && "id" in request) {
        const cursor = request.params?.["cursor"] as string | undefined;
        const result = { ...server(cursor, received.length) };
        peer.send({ jsonrpc: "2.0", id: request.id, result } satisfies Message);
      }
    });
  });
  const opened = await transport.open({ clock });
  if (opened.type !== "connection") {
    throw new Error(opened.message);
  }
  opened.settle({ era: "modern", revision: "2026-07-28" });
  const connection: Connection = opened;
  return { connection, received, clock };
}

test("L1: pages are asked for one after another, each stamped and under an id of its own", async () => {
  const { connection, received } = await connect((cursor) =>
    cursor === undefined ? page("a", "") : page("b"),
  );
  const outcome = await listAll(connection, options);
  expect(outcome).toMatchObject({ complete: true, pages: 2 });
  expect(names(outcome)).toBe("a b");
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  expect(received).toEqual([
    { jsonrpc: "2.0", id: expect.anything(), method: "tools/list", params: { _meta } },
    { jsonrpc: "2.0", id: expect.anything(), method: "tools/list", params: { cursor: "", _meta } },
  ]);
  expect(received[0]?.id).not.toBe(received[1]?.id);
  await connection.close();
});

test("L1: a list that leads in a circle ends with what was read", async () => {
  const { connection, received } = await connect(() => page("a", "same"));
  const outcome = await listAll(connection, options);
  expect(outcome).toMatchObject({ complete: false, problem: { code: "cursor_loop" } });
  expect(names(outcome)).toBe("a");
  expect(received).toHaveLength(3);
  await connection.close();
});

test("the size of a list is that of the frames it came in", async () => {
  const large = { ...page("a", "next"), _meta: { padding: "x".repeat(1000) } };
  const { connection, received } = await connect(() => large);
  const outcome = await listAll(connection, { ...options, maxSize: 1500 });
  const frame = { jsonrpc: "2.0", id: received[0]?.id, result: large };
  const size = 2 * JSON.stringify(frame).length;
  expect(outcome).toMatchObject({ pages: 1, problem: { code: "list_too_large", size } });
  expect(received).toHaveLength(2);
  await connection.close();
});

test("a page that is not answered in time is told to the server and ends the list", async () => {
  const { connection, received, clock } = await connect(undefined);
  const listing = listAll(connection, { ...options, exchange: { totalMs: 50 } });
  await Promise.resolve();
  clock.advance(50);
  const outcome = await listing;
  expect(outcome).toMatchObject({
    complete: false,
    pages: 0,
    problem: { code: "exchange", outcome: { type: "timed_out", limit: "total", afterMs: 50 } },
  });
  await connection.close();
  expect(received.map(({ method }) => method)).toEqual(["tools/list", "notifications/cancelled"]);
});

test("the caller's signal gives up the whole list", async () => {
  const giveUp = new AbortController();
  const { connection, received } = await connect((_, nth) => {
    giveUp.abort();
    return page("a", `c${nth}`);
  });
  const exchange = { totalMs: 1000, signal: giveUp.signal };
  const outcome = await listAll(connection, { ...options, exchange });
  expect(outcome).toMatchObject({ complete: false, problem: { outcome: { type: "aborted" } } });
  expect(received.filter(({ method }) => method === "tools/list")).toHaveLength(1);
  await connection.close();
});

test("a limit that makes no sense is refused before anything is sent", async () => {
  const { connection, received } = await connect(() => page("a"));
  await expect(listAll(connection, { ...options, maxPages: 0 })).rejects.toMatchObject({
    code: "invalid_limit",
  });
  expect(received).toEqual([]);
  await connection.close();
});

test.each([
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
])(
  "every kind of list is read page by page, under its own method and member: %s",
  async (method, member) => {
    const one = (name: string, more?: object): object => ({
      resultType: "complete",
      [member]: [{ name }],
      ...more,
    });
    const { connection, received } = await connect((cursor) => {
      if (cursor === undefined) return one("a", { nextCursor: "2" });
      return cursor === "2" ? one("b", { nextCursor: "3" }) : one("c");
    });
    const outcome = await listAll(connection, { ...options, method, member });
    expect(outcome).toMatchObject({ complete: true, pages: 3 });
    expect(names(outcome)).toBe("a b c");
    expect(received.map((request) => [request.method, request.params?.["cursor"]])).toEqual([
      [method, undefined],
      [method, "2"],
      [method, "3"],
    ]);
    await connection.close();
  },
);
