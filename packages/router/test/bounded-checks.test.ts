import { Aborter, type ManualClock } from "@x/connection";
import { createRegistry, update } from "@x/registry";
import { expect, test } from "vitest";
import {
  type CallOutcome,
  type Checks,
  type CheckVerdict,
  callTool,
  type Routes,
} from "../src/index.js";
import { LEGACY, MODERN, routes, server, text } from "./fixtures.js";

const OUTPUT = { type: "object" };
const GOOD = { resultType: "complete", content: [], structuredContent: { n: 1 } };
const never = new Promise<CheckVerdict>(() => {});

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

interface Scene {
  readonly to: Routes;
  readonly sent: string[];
  readonly clock: ManualClock;
  readonly gone: Aborter;
}

async function scene(
  checks: Checks,
  context = MODERN,
  outputSchema: unknown = OUTPUT,
): Promise<Scene> {
  const notes = await server(context, (id) => text(id, GOOD));
  const registry = update(createRegistry({ peers: [{ name: "notes" }] }), {
    type: "listed",
    lists: [
      { peer: "notes", items: [{ name: "t", inputSchema: { type: "object" }, outputSchema }] },
    ],
  }).next;
  const gone = new Aborter();
  const { clock } = notes;
  const to = { ...routes(registry, { notes: { ...notes.owner, gone } }), checks, clock };
  return { to, sent: notes.sent, clock, gone };
}

/** The outcome where there is one by now. */
async function soFar(outcome: Promise<CallOutcome>): Promise<CallOutcome | undefined> {
  let seen: CallOutcome | undefined;
  void outcome.then((end) => {
    seen = end;
  });
  await turns();
  return seen;
}

const RESULT = { structuredContent: { n: 1 } };

test("a result whose check takes longer than its call may is unchecked, by name, at the call's limit", async () => {
  const { to, clock } = await scene({ check: () => never });
  const outcome = callTool(to, "t", {}, { totalMs: 500 });
  clock.advance(499);
  expect(await soFar(outcome)).toBeUndefined();
  clock.advance(1);
  expect(await outcome).toMatchObject({
    type: "unchecked_result",
    message: "Its check was not over when the total limit of the call was.",
    result: RESULT,
  });
  expect(clock.waiting).toBe(0);
});

test("where what is unchecked passes, so does a result whose check takes too long", async () => {
  const { to, clock } = await scene({ check: () => never, unchecked: "pass" });
  const outcome = callTool(to, "t", {}, { totalMs: 500 });
  await turns();
  clock.advance(500);
  expect(await outcome).toMatchObject({ type: "result", result: RESULT });
});

test.each(["aborted", "gone"] as const)(
  "a call that is %s while its result is checked ends at once, and has the result; what checks is told",
  async (why) => {
    const signals: (boolean | undefined)[] = [];
    const check: Checks["check"] = (_schema, _value, options) => {
      options?.signal?.addEventListener("abort", () => signals.push(options.signal?.aborted));
      return never;
    };
    for (const unchecked of ["fail", "pass"] as const) {
      const { to, gone, clock } = await scene({ check, unchecked });
      const abort = new AbortController();
      const outcome = callTool(to, "t", {}, { signal: abort.signal });
      expect(await soFar(outcome)).toBeUndefined();
      const { waiting } = clock;
      if (why === "aborted") abort.abort();
      else gone.abort();
      expect(await outcome).toMatchObject({ type: "check_given_up", why, result: RESULT });
      expect(clock.waiting).toBe(waiting - 1);
    }
    expect(signals).toEqual([true, true]);
  },
);

test("arguments whose check takes longer than the call may are not sent", async () => {
  const { to, sent, clock } = await scene({ check: () => never, arguments: true });
  const outcome = callTool(to, "t", {}, { totalMs: 500 });
  await turns();
  clock.advance(500);
  expect(await outcome).toMatchObject({ type: "unchecked_arguments", entry: { canonical: "t" } });
  expect(sent).toEqual([]);
});

test("a call that nobody waits for any more while its arguments are checked is not sent", async () => {
  const aborting = await scene({ check: () => never, arguments: true });
  const abort = new AbortController();
  const aborted = callTool(aborting.to, "t", {}, { signal: abort.signal });
  await turns();
  abort.abort("enough");
  expect(await aborted).toMatchObject({
    type: "no_response",
    outcome: { type: "aborted", reason: "enough" },
  });
  const going = await scene({ check: () => never, arguments: true });
  const gone = callTool(going.to, "t");
  await turns();
  going.gone.abort();
  expect(await gone).toMatchObject({ type: "unavailable" });
  expect([aborting.sent, going.sent]).toEqual([[], []]);
});

test("the time that the check of arguments takes is the call's", async () => {
  const verdicts: ((verdict: CheckVerdict) => void)[] = [];
  const check = () => new Promise<CheckVerdict>((resolve) => verdicts.push(resolve));
  const { to, clock } = await scene({ check, arguments: true });
  const outcome = callTool(to, "t", {}, { totalMs: 500 });
  await turns();
  clock.advance(300);
  verdicts[0]?.({ verdict: "valid" });
  await turns();
  expect(verdicts).toHaveLength(2);
  clock.advance(199);
  expect(await soFar(outcome)).toBeUndefined();
  clock.advance(1);
  expect(await outcome).toMatchObject({ type: "unchecked_result" });
});

test("T4: while a legacy server asks the user something, no time of the check of its result passes either", async () => {
  const { to } = await scene({ check: () => never });
  const { owner, peer, clock } = await server(LEGACY);
  if (owner.state !== "ready") throw new Error("it is ready");
  const answers: (() => void)[] = [];
  owner.connection.on({ request: (_, respond) => answers.push(() => respond({ result: {} })) });
  const outcome = callTool({ ...to, owner: () => owner, clock }, "t", {}, { totalMs: 500 });
  peer.send({ jsonrpc: "2.0", id: 7, method: "elicitation/create", params: {} });
  await turns();
  clock.advance(60_000);
  answers[0]?.();
  clock.advance(100);
  peer.send(text(1, GOOD));
  await turns();
  clock.advance(399);
  expect(await soFar(outcome)).toBeUndefined();
  clock.advance(1);
  expect(await outcome).toMatchObject({ type: "unchecked_result" });
});

test("what checks is called as a method of what it belongs to", async () => {
  class Own {
    readonly #seen: unknown[] = [];
    async check(_schema: object, value: unknown): Promise<CheckVerdict> {
      this.#seen.push(value);
      return { verdict: "valid" };
    }
    get seen(): readonly unknown[] {
      return this.#seen;
    }
  }
  const own = new Own();
  const { to } = await scene(own);
  expect(await callTool(to, "t")).toMatchObject({ type: "result" });
  expect(own.seen).toEqual([{ n: 1 }]);
});

test.each<[string, Checks["check"]]>([
  ["rejects", () => Promise.reject(new Error("no pool"))],
  [
    "throws",
    () => {
      throw new Error("no pool");
    },
  ],
])("where what checks %s, a result is unchecked, and arguments are not sent", async (_, check) => {
  const results = await scene({ check });
  expect(await callTool(results.to, "t")).toMatchObject({
    type: "unchecked_result",
    message: "What checks failed (no pool).",
    result: RESULT,
  });
  const args = await scene({ check, arguments: true });
  await expect(callTool(args.to, "t")).rejects.toThrow("no pool");
  expect(args.sent).toEqual([]);
});

test("a result whose tool has an output schema too deep to be looked at is unchecked, or passes where that is wanted", async () => {
  const levels = 20_000;
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`);
  const check = () => expect.unreachable("there is nothing to check by");
  const fails = await scene({ check }, MODERN, deep);
  expect(await callTool(fails.to, "t")).toMatchObject({
    type: "unchecked_result",
    message: "Its tool's output schema is nested too deep to be checked by.",
    result: RESULT,
  });
  const passes = await scene({ check, unchecked: "pass" }, MODERN, deep);
  expect(await callTool(passes.to, "t")).toMatchObject({ type: "result" });
});
