import { Aborter } from "@x/connection";
import { inputAnswers } from "@x/input";
import { expect, test } from "vitest";
import { callTool, type Guard, type GuardedCall } from "../src/index.js";
import { done, MODERN, registryOf, routes, server, text } from "./fixtures.js";

async function guardedBy(guard: Guard) {
  const notes = await server(MODERN, (id) => done(id, "notes"));
  const to = { ...routes(registryOf({ notes: ["search"] }), { notes: notes.owner }), guard };
  const bodies = () => notes.sent.map((frame) => JSON.parse(frame).params.arguments);
  return { to, bodies };
}

test("a guard sees the call with its names, its owner, its arguments and the server's claims", async () => {
  const seen: GuardedCall[] = [];
  const { to, bodies } = await guardedBy((call) => {
    seen.push(call);
    return "allow";
  });
  const { signal } = new AbortController();
  expect((await callTool(to, "search", { query: "x" }, { signal })).type).toBe("result");
  expect(seen).toEqual([
    {
      canonical: "search",
      peer: "notes",
      local: "search",
      arguments: { query: "x" },
      annotations: {},
      signal,
    },
  ]);
  expect(bodies()).toEqual([{ query: "x" }]);
});

test.each<[string, Guard, string]>([
  ["denies", () => ({ deny: "the user said no" }), "the user said no"],
  ["denies later", async () => ({ deny: "too late" }), "too late"],
  [
    "throws",
    () => {
      throw new Error("no window");
    },
    "the guard failed (no window)",
  ],
  ["gives nothing", () => undefined as never, "the guard gave no verdict"],
  ["gives something else", () => ({ edit: [] }) as never, "the guard gave no verdict"],
])("nothing is sent where the guard %s", async (_, guard, reason) => {
  const { to, bodies } = await guardedBy(guard);
  expect(await callTool(to, "search")).toMatchObject({
    type: "denied",
    entry: { canonical: "search" },
    reason: expect.stringContaining(reason),
  });
  expect(bodies()).toEqual([]);
});

test("a guard can change the arguments", async () => {
  const { to, bodies } = await guardedBy(({ arguments: { query } }) => ({
    edit: { query: `${query} (careful)` },
  }));
  await callTool(to, "search", { query: "x" });
  expect(bodies()).toEqual([{ query: "x (careful)" }]);
});

test("a guard is not asked about what nobody has, nor about what its caller gave up", async () => {
  let asked = 0;
  const { to } = await guardedBy(() => {
    asked += 1;
    return "allow";
  });
  expect((await callTool(to, "nothing")).type).toBe("unknown_tool");
  const signal = new Aborter();
  signal.abort();
  expect(await callTool(to, "search", {}, { signal })).toMatchObject({
    type: "no_response",
    outcome: { type: "aborted" },
  });
  expect(asked).toBe(0);
});

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test("T17: the limits of a call begin when its guard has decided, over all its rounds", async () => {
  let allow: () => void = () => {};
  const { clock, owner, peer, sent } = await server(MODERN);
  const guard: Guard = () =>
    new Promise((resolve) => {
      allow = () => resolve("allow");
    });
  const input = { answers: inputAnswers({}), clock, inputMs: 1000, maxRounds: 1 };
  const to = { ...routes(registryOf({ notes: ["search"] }), { notes: owner }), guard, input };
  let settled = false;
  const outcome = callTool(to, "search", {}, { totalMs: 1000 }).finally(() => {
    settled = true;
  });
  await turns();
  clock.advance(600_000);
  allow();
  await turns();
  clock.advance(500);
  const { id } = JSON.parse(sent[0] ?? "");
  peer.send(text(id, { resultType: "input_required", requestState: "s" }));
  await turns();
  clock.advance(499);
  await turns();
  expect({ calls: sent.length, settled }).toEqual({ calls: 2, settled: false });
  clock.advance(1);
  expect(await outcome).toMatchObject({ type: "no_response", outcome: { type: "timed_out" } });
});
