import { expect, test } from "vitest";
import { failed, harness, turn } from "./cache-fixtures.js";

test("readers of one key at the same time share one fetch", async () => {
  const { read, asked, result } = harness();
  const first = read();
  await turn();
  const readings = [first, read(), read()];
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.end(result("one", 0));
  for (const reading of await Promise.all(readings)) {
    expect(reading).toMatchObject({ type: "current", value: "one" });
  }
});

test("other parameters, methods and contexts are fetched at the same time", async () => {
  const { read, asked } = harness();
  void read();
  void read({ params: { uri: "file:///b" } });
  void read({ method: "prompts/list" });
  void read({ authorization: "bob" });
  await turn();
  expect(asked).toHaveLength(4);
});

test("a reader's own signal takes only that reader out", async () => {
  const { read, asked, result } = harness();
  const giveUp = new AbortController();
  const impatient = read({ signal: giveUp.signal });
  const patient = read();
  await turn();
  giveUp.abort("enough");
  expect(await impatient).toEqual({ type: "aborted", reason: "enough" });
  expect(asked[0]?.signal.aborted).toBe(false);
  asked[0]?.end(result("one"));
  expect(await patient).toMatchObject({ value: "one" });
});

test("a fetch is aborted when nobody waits for it any more", async () => {
  const { read, asked } = harness();
  const giveUps = [new AbortController(), new AbortController()];
  const readings = giveUps.map(({ signal }) => read({ signal }));
  await turn();
  let aborts = 0;
  asked[0]?.signal.addEventListener("abort", () => {
    aborts += 1;
  });
  giveUps[0]?.abort();
  expect(aborts).toBe(0);
  giveUps[1]?.abort();
  expect(aborts).toBe(1);
  expect(await Promise.all(readings)).toMatchObject([{ type: "aborted" }, { type: "aborted" }]);
});

test("a reader that comes while an aborted fetch ends gets a fetch of its own, after it", async () => {
  const { read, asked, result } = harness();
  const giveUp = new AbortController();
  void read({ signal: giveUp.signal });
  await turn();
  giveUp.abort();
  const late = read();
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.end(failed("aborted", "given_up"));
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(result("two"));
  expect(await late).toMatchObject({ value: "two" });
});

test("a result that came in spite of the abort is as good as any", async () => {
  const { read, asked, result } = harness();
  const giveUp = new AbortController();
  void read({ signal: giveUp.signal });
  await turn();
  giveUp.abort();
  asked[0]?.end(result("one"));
  await turn();
  expect(await read()).toMatchObject({ value: "one", from: "cache" });
});

test("a signal that is aborted already reads nothing", async () => {
  const { read, asked } = harness();
  expect(await read({ signal: AbortSignal.abort("before") })).toEqual({
    type: "aborted",
    reason: "before",
  });
  await turn();
  expect(asked).toHaveLength(0);
});

test("no listener stays on a signal that outlives its reads", async () => {
  const { read, asked, result } = harness();
  let listeners = 0;
  const signal = {
    aborted: false,
    addEventListener: () => {
      listeners += 1;
    },
    removeEventListener: () => {
      listeners -= 1;
    },
  };
  const reading = read({ signal });
  await turn();
  expect(listeners).toBe(1);
  asked[0]?.end(result("one"));
  await reading;
  await read({ signal });
  expect(listeners).toBe(0);
});

test("a failure is given to all who wait, and the next reader asks again", async () => {
  const { read, asked, result } = harness();
  const readings = [read(), read()];
  await turn();
  asked[0]?.end(failed("no answer"));
  expect(await Promise.all(readings)).toEqual([
    { type: "failed", failure: "no answer" },
    { type: "failed", failure: "no answer" },
  ]);
  const next = read();
  await turn();
  asked[1]?.end(result("one"));
  expect(await next).toMatchObject({ value: "one" });
});

test("what a fetch throws is thrown to its own reader, and the others fetch for themselves", async () => {
  const { read, asked, result } = harness();
  const other = read();
  const own = read();
  await turn();
  asked[0]?.break(new Error("too_many_pending"));
  await expect(own).rejects.toThrow("too_many_pending");
  await turn();
  asked[1]?.end(result("one"));
  expect(await other).toMatchObject({ value: "one" });
});
