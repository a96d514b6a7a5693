import { expect, test } from "vitest";
import { fetchedFrom } from "../src/index.js";
import { failed, harness, turn } from "./cache-fixtures.js";

test("C05: a result is given from the cache while it is fresh, and fetched anew after that", async () => {
  const { clock, read, asked, result } = harness();
  const first = read();
  await turn();
  asked[0]?.end(result("one", 1000));
  const current = { type: "current", value: "one", receivedAt: 0, freshUntil: 1000 };
  expect(await first).toEqual({ ...current, from: "server" });
  clock.advance(999);
  expect(await read()).toEqual({ ...current, from: "cache" });
  clock.advance(1);
  const later = read();
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(result("two"));
  expect(await later).toMatchObject({ type: "current", value: "two", from: "server" });
});

test("C1: a private result is not given to another token on the endpoint, nor after the token changed", async () => {
  const { read, asked, result } = harness();
  const alice = read({ authorization: "token 1" });
  const bob = read({ authorization: "token 2" });
  await turn();
  asked.find(({ authorization }) => authorization === "token 1")?.end(result("of 1"));
  asked.find(({ authorization }) => authorization === "token 2")?.end(result("of 2"));
  expect(await alice).toMatchObject({ value: "of 1" });
  expect(await bob).toMatchObject({ value: "of 2" });
  expect(await read({ authorization: "token 1" })).toMatchObject({ value: "of 1", from: "cache" });
  expect(await read({ authorization: "token 2" })).toMatchObject({ value: "of 2", from: "cache" });
  const changed = read({ authorization: "token 3" });
  await turn();
  asked[2]?.end(result("of 3"));
  expect(await changed).toMatchObject({ value: "of 3", from: "server" });
});

test("C15: a public result is given to all authorization contexts of its binding, and to no other binding", async () => {
  const { read, asked, result } = harness();
  const first = read({ authorization: "alice" });
  await turn();
  asked[0]?.end(result("shared", 1000, "public"));
  await first;
  expect(await read({ authorization: "bob" })).toMatchObject({ value: "shared", from: "cache" });
  const elsewhere = read({ binding: { type: "http", url: "https://files.example/other" } });
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(result("other"));
  expect(await elsewhere).toMatchObject({ value: "other", from: "server" });
});

test.each([[1000], [0]])(
  "C1: with a private result, fresh for %d ms, what was public until then is no longer shared",
  async (ttlMs) => {
    const { clock, read, asked, result } = harness();
    const mine = read({ authorization: "alice" });
    await turn();
    asked[0]?.end(result("of alice", 10));
    await mine;
    const shared = read({ authorization: "bob" });
    await turn();
    asked[1]?.end(result("for all", 5000, "public"));
    await shared;
    clock.advance(10);
    const again = read({ authorization: "alice" });
    await turn();
    asked[2]?.end(result("of alice", ttlMs));
    expect(await again).toMatchObject({ value: "of alice", from: "server" });
    const eve = read({ authorization: "eve" });
    await turn();
    asked[3]?.end(result("of eve"));
    expect(await eve).toMatchObject({ value: "of eve", from: "server" });
  },
);

test("a public result takes the place of its reader's own private one", async () => {
  const { clock, read, asked, result } = harness();
  const first = read();
  await turn();
  asked[0]?.end(result("private", 10));
  await first;
  clock.advance(10);
  const second = read();
  await turn();
  asked[1]?.end(result("public", 1000, "public"));
  await second;
  expect(await read()).toMatchObject({ value: "public", from: "cache" });
});

test("C3: what is stale at once is given to who asked, and to nobody who asks later", async () => {
  const { read, asked, result } = harness();
  const first = read();
  await turn();
  asked[0]?.end(result("one", 0));
  expect(await first).toEqual({
    type: "current",
    value: "one",
    from: "server",
    receivedAt: 0,
    freshUntil: 0,
  });
  const second = read();
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(result("two", 0));
  expect(await second).toMatchObject({ value: "two", from: "server" });
});

test.each([[{ inputResponses: {} }], [{ requestState: "" }], [{ requestState: null }]])(
  "C4: a retry with %j is given nothing from the cache, and leaves nothing in it",
  async (input) => {
    const { read, asked, result } = harness();
    const params = { uri: "file:///a", ...input };
    for (const [nth, value] of ["one", "two"].entries()) {
      const reading = read({ params });
      await turn();
      asked[nth]?.end(result(value, 1000, "public"));
      expect(await reading).toMatchObject({
        type: "current",
        value,
        from: "server",
        freshUntil: 0,
      });
    }
    void read();
    await turn();
    expect(asked).toHaveLength(3);
  },
);

test("C4: two retries at the same time are two fetches, each with its own result", async () => {
  const { read, asked, result } = harness();
  const params = { uri: "file:///a", requestState: "s" };
  const readings = [read({ params }), read({ params })];
  await turn();
  asked[0]?.end(result("one"));
  asked[1]?.end(failed("two"));
  expect(await Promise.all(readings)).toMatchObject([
    { type: "current", value: "one" },
    { type: "failed", failure: "two" },
  ]);
});

test("C4: a result that took input on the way is its own reader's, and the others fetch theirs", async () => {
  const { read, asked, result } = harness();
  const first = read();
  const second = read();
  await turn();
  asked[0]?.end({ type: "uncacheable", value: "answers of one person" });
  expect(await second).toMatchObject({ value: "answers of one person", from: "server" });
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(result("own"));
  expect(await first).toMatchObject({ value: "own" });
  expect(await read()).toMatchObject({ value: "own", from: "cache" });
});

test("C03: an exchange as a fetch: what asks for input is uncacheable, what is unknown is refused", () => {
  const answer = (result: object) =>
    fetchedFrom(
      { type: "response", response: { jsonrpc: "2.0", id: 1, result: { ...result } }, size: 50 },
      5000,
    );
  const complete = { resultType: "complete", contents: [], ttlMs: 10, cacheScope: "public" };
  expect(answer(complete)).toEqual({
    type: "result",
    value: complete,
    freshness: { receivedAt: 5000, freshUntil: 5010, scope: "public" },
    size: 50,
  });
  expect(answer({ contents: [], ttlMs: 10 })).toMatchObject({
    type: "result",
    freshness: { receivedAt: 5000, freshUntil: 5000, scope: "private" },
  });
  expect(answer({ resultType: "input_required", ttlMs: 10 })).toMatchObject({
    type: "uncacheable",
  });
  expect(answer({ resultType: "partial", ttlMs: 10 })).toMatchObject({
    type: "failed",
    kind: "refused",
  });
});
