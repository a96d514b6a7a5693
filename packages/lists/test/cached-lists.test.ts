import type { Message } from "@x/wire";
import { expect, test } from "vitest";
import { CachedLists } from "../src/index.js";
import { cached, connect, tooled } from "./cached-list-fixtures.js";

test("L1: a list of two pages is read whole once, and then comes from the cache", async () => {
  const { connection, cursors, read } = await connect(({ params }) =>
    params?.["cursor"] === "" ? cached("b", undefined, 500) : cached("a", "", 1000),
  );
  expect(await read()).toEqual({
    type: "current",
    value: { complete: true, items: [{ name: "a" }, { name: "b" }], pages: 2 },
    from: "server",
    receivedAt: 0,
    freshUntil: 500,
  });
  expect(await read()).toMatchObject({ from: "cache", value: tooled("a", "b") });
  expect(cursors()).toEqual([undefined, ""]);
  await connection.close();
});

test("C17, C19: once one page is stale the list is read again from its beginning", async () => {
  const { clock, connection, cursors, read } = await connect(({ params }, nth) =>
    params?.["cursor"] === "2" ? cached(`b${nth}`, undefined, 500) : cached(`a${nth}`, "2", 1000),
  );
  await read();
  clock.advance(499);
  expect(await read()).toMatchObject({ from: "cache" });
  clock.advance(1);
  expect(await read()).toMatchObject({ from: "server", value: tooled("a3", "b4") });
  expect(cursors()).toEqual([undefined, "2", undefined, "2"]);
  await connection.close();
});

test("C17: the time of each page runs from when that page was received", async () => {
  const clock: { advance(ms: number): void } = { advance: () => {} };
  const made = await connect(({ params }) => {
    if (params?.["cursor"] === "2") {
      clock.advance(300);
      return cached("b", undefined, 1000);
    }
    return cached("a", "2", 1000);
  });
  clock.advance = (ms) => made.clock.advance(ms);
  expect(await made.read()).toMatchObject({ receivedAt: 0, freshUntil: 1000 });
  await made.connection.close();
});

test("C21: a list with one private page is private as a whole", async () => {
  const { connection, cursors, read } = await connect(({ params }) =>
    params?.["cursor"] === "2"
      ? cached("b", undefined, 1000, "private")
      : cached("a", "2", 1000, "public"),
  );
  await read({ authorization: "alice" });
  await read({ authorization: "bob" });
  expect(cursors()).toEqual([undefined, "2", undefined, "2"]);
  expect(await read({ authorization: "bob" })).toMatchObject({ from: "cache" });
  await connection.close();
});

test("C3: a legacy list without ttlMs, cacheScope and resultType is complete, and stale at once", async () => {
  const { connection, cursors, read } = await connect(() => ({
    result: { tools: [{ name: "a" }] },
  }));
  const expected = { type: "current", from: "server", freshUntil: 0, value: tooled("a") };
  expect(await read()).toMatchObject(expected);
  expect(await read()).toMatchObject(expected);
  expect(cursors()).toHaveLength(2);
  await connection.close();
});

test("L1: a list that is not whole is a failure with what was read of it, and is not kept", async () => {
  const { connection, cursors, read } = await connect(() => cached("a", "same", 1000));
  const expected = {
    type: "failed",
    failure: { complete: false, items: [{ name: "a" }], problem: { code: "cursor_loop" } },
  };
  expect(await read()).toMatchObject(expected);
  expect(await read()).toMatchObject(expected);
  expect(cursors()).toHaveLength(6);
  await connection.close();
});

test("L9: a list that changes while it is fetched is fetched again, and its newer state wins", async () => {
  const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" } as const;
  let send: (message: Message) => void = () => {};
  const made = await connect(({ params }, nth) => {
    if (nth === 2) {
      send(changed);
    }
    return params?.["cursor"] === "2"
      ? cached(`b${nth}`, undefined, 1000)
      : cached(`a${nth}`, "2", 1000);
  });
  send = made.send;
  expect(await made.read()).toMatchObject({ type: "current", value: tooled("a3", "b4") });
  expect(await made.read()).toMatchObject({ from: "cache", value: tooled("a3", "b4") });
  await made.connection.close();
});

test("C20: a cursor that the server no longer takes has the list read from its beginning, once", async () => {
  const invalid = { error: { code: -32602, message: "Invalid cursor" } };
  const { connection, cursors, read } = await connect(({ params }, nth) => {
    if (params?.["cursor"] === undefined) {
      return cached("a", `after ${nth}`, 1000);
    }
    return nth === 4 ? cached("b", undefined, 1000) : invalid;
  });
  expect(await read()).toMatchObject({ type: "current", value: tooled("a", "b") });
  expect(cursors()).toEqual([undefined, "after 1", undefined, "after 3"]);
  expect(await read({ authorization: "bob", method: "other/list" })).toMatchObject({
    type: "failed",
    failure: { problem: { code: "rpc_error", rpcCode: -32602 } },
  });
  await connection.close();
});

test("C20: the same error for the first page is an answer, and not asked again", async () => {
  const { connection, cursors, read } = await connect(() => ({
    error: { code: -32602, message: "no tools" },
  }));
  expect(await read()).toMatchObject({ type: "failed" });
  expect(cursors()).toHaveLength(1);
  await connection.close();
});

test.each<[string, { result: object } | { error: object }, string]>([
  ["an internal error", { error: { code: -32603, message: "down" } }, "stale"],
  ["another error", { error: { code: -32601, message: "gone" } }, "failed"],
  ["what is no page", { result: { tools: 7 } }, "failed"],
  ["a loop", cached("x", "same", 0), "failed"],
])("C13: after %s, the last good list is given or not", async (_, answer, type) => {
  const { connection, read } = await connect(
    (_request, nth) => (nth === 1 ? cached("a", undefined, 0) : answer),
    { staleIfErrorMs: 1000 },
  );
  await read();
  expect(await read()).toMatchObject({ type });
  await connection.close();
});

test("C13: over a lost connection the last good list is given, with what happened", async () => {
  const { clock, connection, read } = await connect(() => cached("a", undefined, 0), {
    staleIfErrorMs: 1000,
  });
  await read();
  await connection.close();
  clock.advance(700);
  expect(await read()).toMatchObject({
    type: "stale",
    ageMs: 700,
    value: tooled("a"),
    failure: { complete: false, problem: { code: "exchange", outcome: { type: "closed" } } },
  });
});

test("a list that everybody has given up is cancelled", async () => {
  const { connection, received, read } = await connect(() => undefined);
  const giveUp = new AbortController();
  const readings = [read({ signal: giveUp.signal }), read({ signal: giveUp.signal })];
  await new Promise(setImmediate);
  giveUp.abort("enough");
  const aborted = { type: "aborted", reason: "enough" };
  expect(await Promise.all(readings)).toEqual([aborted, aborted]);
  await new Promise(setImmediate);
  await connection.close();
  expect(received.map(({ method }) => method)).toEqual(["tools/list", "notifications/cancelled"]);
});

test("a limit that makes no sense is thrown to the reader whose it is", async () => {
  const { connection, received, read } = await connect(() => cached("a", undefined, 1000));
  await expect(read({ maxPages: 0 })).rejects.toMatchObject({ code: "invalid_limit" });
  expect(received).toEqual([]);
  await connection.close();
});

test("two lists over one cache are a mistake, since each would fetch for itself", async () => {
  const { cache, connection } = await connect(() => undefined);
  expect(() => new CachedLists(cache)).toThrow(expect.objectContaining({ code: "duplicate_kind" }));
  await connection.close();
});
