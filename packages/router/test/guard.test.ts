import { Aborter } from "@x/connection";
import { inputAnswers } from "@x/input";
import { createRegistry, entries, update } from "@x/registry";
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
  [
    "rejects with what cannot be told",
    () => Promise.reject(Object.create(null)),
    "the guard failed (something that cannot be told)",
  ],
  ["rejects with nothing", () => Promise.reject(), "the guard failed (undefined)"],
  ["denies and edits", () => ({ deny: "not this one", edit: {} }), "not this one"],
  [
    "denies without a reason",
    () => ({ deny: true, edit: {} }) as never,
    "the guard gave no verdict",
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

test("what is allowed is what was asked for, whatever a guard does to the arguments it was shown", async () => {
  const { to, bodies } = await guardedBy(({ arguments: shown }) => {
    (shown["deep"] as { path: string }).path = "/etc";
    return "allow";
  });
  await callTool(to, "search", { deep: { path: "/home" } });
  expect(bodies()).toEqual([{ deep: { path: "/home" } }]);
});

test("a guard has a copy of what the server claims, so that it does not change what may be repeated", async () => {
  const tool = {
    name: "t",
    inputSchema: { type: "object" },
    annotations: { title: "x", deep: [1] },
  };
  const registry = update(createRegistry({ peers: [{ name: "notes" }] }), {
    type: "listed",
    lists: [{ peer: "notes", items: [tool] }],
  }).next;
  const notes = await server(MODERN, (id) => done(id, "notes"));
  const guard: Guard = ({ annotations }) => {
    Object.assign(annotations, { readOnlyHint: true });
    (annotations["deep"] as number[]).push(2);
    return "allow";
  };
  await callTool({ ...routes(registry, { notes: notes.owner }), guard }, "t");
  expect(entries(registry)[0]?.tool.annotations).toEqual({ title: "x", deep: [1] });
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;
test.each<[string, object]>([
  ["a BigInt", { n: 1n }],
  ["a cycle", cycle],
  ["a toJSON that throws", { toJSON: () => expect.unreachable("no") }],
  ["a toJSON that gives no object", { toJSON: () => "x" }],
])(
  "arguments with %s are refused by name, the caller's as the guard's, and nothing is sent",
  async (_, bad) => {
    let asked = 0;
    const allowing = await guardedBy(() => {
      asked += 1;
      return "allow";
    });
    const refused = expect.objectContaining({ code: "not_serializable" });
    await expect(callTool(allowing.to, "search", bad)).rejects.toEqual(refused);
    expect(asked).toBe(0);
    const editing = await guardedBy(() => ({ edit: bad as never }));
    await expect(callTool(editing.to, "search")).rejects.toEqual(refused);
    expect([...allowing.bodies(), ...editing.bodies()]).toEqual([]);
  },
);

test("what a guard edits is sent as it was when it decided", async () => {
  const edit: { query: unknown } = { query: "x" };
  const { to, bodies } = await guardedBy(() => ({ edit: edit as never }));
  const check = async () => {
    edit.query = 1n;
    return { verdict: "valid" } as const;
  };
  await callTool({ ...to, checks: { check, arguments: true } }, "search");
  expect(bodies()).toEqual([{ query: "x" }]);
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
