import type { ExchangeOutcome } from "@x/connection";
import { expect, test } from "vitest";
import { failureKind } from "../src/index.js";
import { binding, failed, type Harness, harness, turn } from "./cache-fixtures.js";

/** A cache whose last good result is no longer fresh. */
async function stale(staleIfErrorMs?: number): Promise<Harness> {
  const made = harness(staleIfErrorMs === undefined ? {} : { staleIfErrorMs });
  const reading = made.read();
  await turn();
  made.asked[0]?.end(made.result("good", 0));
  await reading;
  return made;
}

test("C13: in an outage the last good result is given, with a mark, as long as it is not too old", async () => {
  const { clock, read, asked } = await stale(1000);
  clock.advance(1000);
  const reading = read();
  await turn();
  asked[1]?.end(failed("down"));
  expect(await reading).toEqual({ type: "stale", value: "good", failure: "down", ageMs: 1000 });
  clock.advance(1);
  const later = read();
  await turn();
  asked[2]?.end(failed("still down"));
  expect(await later).toEqual({ type: "failed", failure: "still down" });
});

test("C13: by default nothing stale is given", async () => {
  const { read, asked } = await stale();
  const reading = read();
  await turn();
  asked[1]?.end(failed("down"));
  expect(await reading).toEqual({ type: "failed", failure: "down" });
});

test("C13: what has changed meanwhile may still be given in an outage, never as current", async () => {
  const { cache, read, asked } = await stale(1000);
  cache.renew(binding);
  const reading = read();
  await turn();
  asked[1]?.end(failed("down"));
  expect(await reading).toMatchObject({ type: "stale", value: "good" });
});

test("C1: in an outage nobody is given the private result of another context", async () => {
  const { read, asked } = await stale(1000);
  const reading = read({ authorization: "bob" });
  await turn();
  asked[1]?.end(failed("down"));
  expect(await reading).toEqual({ type: "failed", failure: "down" });
});

test("what was refused is not given afterwards, not even in an outage", async () => {
  const { read, asked } = await stale(1000);
  const refusal = read();
  await turn();
  asked[1]?.end(failed("401", "refused"));
  expect(await refusal).toEqual({ type: "failed", failure: "401" });
  const reading = read();
  await turn();
  asked[2]?.end(failed("down"));
  expect(await reading).toEqual({ type: "failed", failure: "down" });
});

test("what this side gave up is no outage, and the last good result stays", async () => {
  const { read, asked } = await stale(1000);
  const givenUp = read();
  await turn();
  asked[1]?.end(failed("too large", "given_up"));
  expect(await givenUp).toEqual({ type: "failed", failure: "too large" });
  const reading = read();
  await turn();
  asked[2]?.end(failed("down"));
  expect(await reading).toMatchObject({ type: "stale", value: "good" });
});

test.each<[ExchangeOutcome, ReturnType<typeof failureKind>]>([
  [{ type: "stream_ended", message: "" }, "outage"],
  [{ type: "cancelled_by_server", reason: undefined }, "outage"],
  [{ type: "timed_out", limit: "total", afterMs: 1 }, "outage"],
  [{ type: "closed", reason: { type: "ended", message: "" }, written: true }, "outage"],
  [{ type: "malformed", fault: { code: "not_json", message: "" } }, "outage"],
  [{ type: "unreachable", code: "ECONNREFUSED", message: "" }, "outage"],
  [{ type: "http_status", status: 503, headers: {}, body: "" }, "outage"],
  [{ type: "http_status", status: 429, headers: {}, body: "" }, "outage"],
  [{ type: "http_status", status: 401, headers: {}, body: "" }, "refused"],
  [{ type: "http_status", status: 404, headers: {}, body: "" }, "refused"],
  [
    { type: "response", response: { jsonrpc: "2.0", id: 1, error: error(-32603) }, size: 1 },
    "outage",
  ],
  [
    { type: "response", response: { jsonrpc: "2.0", id: 1, error: error(-32602) }, size: 1 },
    "refused",
  ],
  [{ type: "too_large", limitBytes: 1, sizeBytes: 2 }, "given_up"],
  [{ type: "aborted", reason: undefined }, "given_up"],
])("an exchange that ended as %j is read as %s", (outcome, kind) => {
  expect(failureKind(outcome)).toBe(kind);
});

function error(code: number): { readonly code: number; readonly message: string } {
  return { code, message: "" };
}
