import { ManualClock, type Multiplexed, multiplex } from "@x/connection";
import { inputAnswers } from "@x/input";
import { createPromptRegistry, createRegistry, update } from "@x/registry";
import type { Request, RequestId, ServerCapabilities } from "@x/wire";
import { expect, test } from "vitest";
import {
  complete,
  getPrompt,
  type Owner,
  type PeerRequest,
  type Recovery,
  type Routes,
  readResource,
  requestPeer,
} from "../src/index.js";
import { LEGACY, MODERN } from "./fixtures.js";

/** A peer over a channel that says nothing by itself. */
function scene(
  context = MODERN,
  capabilities: ServerCapabilities = { resources: {}, prompts: {} },
) {
  const sent: Request[] = [];
  const mux: Multiplexed = multiplex(
    {
      send: (frame, done) => {
        sent.push(JSON.parse(frame));
        done?.(true);
      },
      close: async () => ({ type: "local", message: "closed" }),
    },
    { clock: new ManualClock() },
  );
  const { connection } = mux;
  connection.settle(context);
  let owner: Owner = { state: "ready", connection, context, capabilities };
  const checked: unknown[] = [];
  const recovery: Recovery = {
    now: () => 0,
    ready: async () => owner,
    relist: async () => {},
    safety: () => "never",
    check: async (peer) => void checked.push(peer),
  };
  const prompts = update(createPromptRegistry({ peers: [{ name: "a" }, { name: "b" }] }), {
    type: "listed",
    lists: [
      { peer: "a", items: [{ name: "review" }] },
      { peer: "b", items: [{ name: "review" }] },
    ],
  }).next;
  const routes: Routes = {
    registry: () => createRegistry({ peers: [] }),
    prompts: () => prompts,
    owner: () => owner,
    recovery,
  };
  const settle = (id: RequestId | undefined, outcome: Parameters<Multiplexed["settle"]>[1]): void =>
    mux.settle(id ?? -1, outcome);
  const answer = (result: object): void => {
    const { id = -1 } = sent.at(-1) ?? {};
    const response = { jsonrpc: "2.0", id, result } as const;
    mux.settle(id, { type: "response", response: response as never, size: 10 });
  };
  const down = (): void => {
    owner = DOWN;
  };
  return { routes, sent, checked, settle, answer, down };
}

const DOWN: Owner = { state: "unavailable", message: "It is down." };

const read: PeerRequest<object> = {
  peer: "a",
  method: "resources/read",
  params: { uri: "x" },
  needs: "resources",
  isRead: true,
  check: (result) => result,
};

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test("a peer that did not declare what is needed is sent nothing", async () => {
  for (const capabilities of [{}, { resources: null }, { resources: false }]) {
    const { routes, sent } = scene(MODERN, capabilities);
    expect(await requestPeer(routes, read)).toEqual({
      type: "undeclared",
      peer: "a",
      method: "resources/read",
      capability: "resources",
    });
    expect(sent).toEqual([]);
  }
});

test("a peer that is down is sent nothing", async () => {
  const { routes, sent, down } = scene();
  down();
  expect(await requestPeer(routes, read)).toMatchObject({
    type: "unavailable",
    message: "It is down.",
  });
  expect(sent).toEqual([]);
});

test.each(["stream_ended", "unreachable"] as const)(
  "what changes nothing is asked again with a new id where it ended as %s, three times at most",
  async (type) => {
    const { routes, sent, checked, settle } = scene();
    const outcome = requestPeer(routes, read);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await turns();
      expect(sent).toHaveLength(attempt);
      settle(sent.at(-1)?.id, { type, code: "ECONNRESET", message: "It broke." });
    }
    expect(await outcome).toMatchObject({ type: "no_response", outcome: { type } });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
    expect(checked).toHaveLength(type === "unreachable" ? 3 : 0);
  },
);

test("what may change something is sent once; that its peer was unreachable is looked into", async () => {
  const { routes, sent, checked, settle } = scene();
  const outcome = requestPeer(routes, { ...read, isRead: false });
  await turns();
  settle(sent[0]?.id, { type: "unreachable", code: "ECONNREFUSED", message: "Nobody there." });
  expect((await outcome).type).toBe("no_response");
  await turns();
  expect(sent).toHaveLength(1);
  expect(checked).toEqual(["a"]);
});

test("a modern result says by resultType what it is; in a legacy one that is a member like others", async () => {
  const asking = { resultType: "input_required", inputRequests: {}, contents: [] };
  for (const [context, type] of [
    [MODERN, "input_required"],
    [LEGACY, "result"],
  ] as const) {
    const { routes, answer } = scene(context);
    const outcome = readResource(routes, "a", "x");
    await turns();
    answer(asking);
    expect((await outcome).type).toBe(type);
  }
});

test("a prompt is asked for under its local name at its owner, as is the completion of its arguments", async () => {
  const { routes, sent, answer } = scene(MODERN, { prompts: {}, completions: {} });
  const got = getPrompt(routes, "b/review", { code: "x" });
  await turns();
  expect(sent[0]).toMatchObject({
    method: "prompts/get",
    params: { name: "review", arguments: { code: "x" } },
  });
  answer({ resultType: "complete", messages: [] });
  expect(await got).toMatchObject({ type: "result", peer: "b", result: { messages: [] } });
  const completed = complete(routes, { prompt: "b/review" }, { name: "code", value: "x" });
  await turns();
  answer({ resultType: "complete", completion: { values: ["xyz"], total: -1 } });
  expect(await completed).toMatchObject({
    type: "result",
    peer: "b",
    result: { values: ["xyz"], hasMore: false },
  });
});

test("without prompts no prompt is known", async () => {
  const { routes, sent } = scene();
  const { prompts: _, ...others } = routes;
  const unknown = { type: "unknown_prompt", name: "review", nearest: [] };
  expect(await getPrompt(others, "review")).toEqual(unknown);
  expect(await complete(others, { prompt: "review" }, { name: "n", value: "" })).toEqual(unknown);
  expect(sent).toEqual([]);
});

test("R08: a completion that asks for input is an invalid result, and nobody is asked", async () => {
  const { routes, sent, answer } = scene(MODERN, { completions: {} });
  let asked = 0;
  const roots = async () => {
    asked += 1;
    return [];
  };
  const input = {
    answers: inputAnswers({ roots }),
    clock: new ManualClock(),
    inputMs: 1000,
    maxRounds: 10,
  };
  const asking = { resultType: "input_required", inputRequests: { a: { method: "roots/list" } } };
  const subject = { peer: "a", uriTemplate: "note://{n}" };
  const completed = complete({ ...routes, input }, subject, { name: "n", value: "" });
  await turns();
  answer(asking);
  expect(await completed).toMatchObject({ type: "invalid_result", method: "completion/complete" });
  expect({ asked, sent: sent.length }).toEqual({ asked: 0, sent: 1 });
});
