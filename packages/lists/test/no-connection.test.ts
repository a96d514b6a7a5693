import { expect, test } from "vitest";
import { cached, connect, tooled } from "./cached-list-fixtures.js";

test("a list that there is no connection for comes from the cache while it is fresh, and fails then", async () => {
  const { clock, connection, cursors, gone, read } = await connect(() =>
    cached("a", undefined, 1000),
  );
  await read();
  gone.why = "The server is down.";
  expect(await read()).toMatchObject({ type: "current", from: "cache", value: tooled("a") });
  clock.advance(1000);
  expect(await read()).toEqual({
    type: "failed",
    failure: {
      complete: false,
      items: [],
      pages: 0,
      problem: {
        code: "unavailable",
        message: "tools/list was not asked for: The server is down.",
      },
    },
  });
  expect(cursors()).toEqual([undefined]);
  await connection.close();
});

test("a list that there is no connection for is an outage: the last good one is given where that is wanted", async () => {
  const { clock, connection, gone, read } = await connect(() => cached("a", undefined, 0), {
    staleIfErrorMs: 5000,
  });
  await read();
  clock.advance(4000);
  gone.why = "The server is down.";
  expect(await read()).toMatchObject({ type: "stale", ageMs: 4000, value: tooled("a") });
  await connection.close();
});

test("a list that takes too long as a whole fails with what was read of it", async () => {
  const { clock, connection, cursors, read } = await connect(({ params }) =>
    params?.["cursor"] === undefined ? cached("a", "2", 0) : undefined,
  );
  const reading = read({ wholeMs: 500, exchange: { totalMs: 2000 } });
  while (cursors().length < 2) await Promise.resolve();
  clock.advance(500);
  expect(await reading).toMatchObject({
    type: "failed",
    failure: {
      items: [{ name: "a" }],
      pages: 1,
      problem: { code: "exchange", outcome: { type: "aborted" } },
    },
  });
  await connection.close();
  expect(clock.waiting).toBe(0);
});

test("C1: a list that was read while its authorization context changed is given to its reader, and not kept", async () => {
  const { connection, cursors, read } = await connect(() =>
    cached("a", undefined, 1000, "private"),
  );
  const changed = { authorizationNow: async () => "bob" };
  expect(await read(changed)).toMatchObject({ type: "current", value: tooled("a") });
  const unchanged = { authorizationNow: async () => "alice" };
  expect(await read(unchanged)).toMatchObject({ from: "server" });
  expect(await read(unchanged)).toMatchObject({ from: "cache" });
  expect(cursors()).toHaveLength(2);
  await connection.close();
});
