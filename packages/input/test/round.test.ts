import { expect, test } from "vitest";
import {
  type Asker,
  answerInput,
  answerRound,
  type InputHandlers,
  type RoundOutcome,
} from "../src/index.js";
import { ALL, context, host, later, never, required, SAID, urlRequest } from "./fixtures.js";

test("R01: every request of a round is answered under its own name, and the state goes back", async () => {
  const { handlers } = host();
  const state = "\u0000\ud800 +/=\u{1f600}";
  expect(await answerRound(required(ALL, state), handlers, context())).toEqual({
    type: "retry",
    params: {
      inputResponses: {
        who: { action: "accept", content: {} },
        visit: { action: "accept" },
        think: SAID,
        where: { roots: [{ uri: "file:///home/user/project" }] },
      },
      requestState: state,
    },
    problems: [],
  });
});

test("I1 R02: without requests there is a retry at once, and nobody is asked", async () => {
  expect(await answerRound(required(undefined, "s"), {}, context())).toEqual({
    type: "retry",
    params: { requestState: "s" },
    problems: [],
  });
});

test("R03 R04: the state is what came, whatever it looks like", async () => {
  for (const state of ["", "null", '{"a":1}', " x ", "\ud800", "é\u0301"]) {
    const outcome = await answerRound(required(undefined, state), {}, context());
    expect(outcome).toEqual({ type: "retry", params: { requestState: state }, problems: [] });
  }
});

test("R05: no state came, none goes back, and no requests are answered by none", async () => {
  const { handlers } = host();
  const outcome = await answerRound(required({}), handlers, context());
  expect(outcome).toEqual({ type: "retry", params: { inputResponses: {} }, problems: [] });
});

test("R07: rounds have nothing of each other", async () => {
  const { handlers } = host();
  const [a, b] = await Promise.all([
    answerRound(required({ a: ALL.where }, "1"), handlers, context()),
    answerRound(required({ b: ALL.where }, "2"), handlers, context()),
  ]);
  expect([a, b]).toMatchObject([
    { params: { requestState: "1" } },
    { params: { requestState: "2" } },
  ]);
  expect(keys(a)).toEqual(["a"]);
  expect(keys(b)).toEqual(["b"]);
});

function keys(outcome: RoundOutcome): string[] {
  return outcome.type === "retry" ? Object.keys(outcome.params.inputResponses ?? {}) : [];
}

test("requests may have the names of what every object has", async () => {
  const { handlers } = host();
  const inputRequests = JSON.parse('{"__proto__":{"method":"roots/list"}}');
  expect(keys(await answerRound(required(inputRequests), handlers, context()))).toEqual([
    "__proto__",
  ]);
});

test("requests are asked side by side, and answered when the last one is", async () => {
  const first = later<readonly []>();
  const second = later<{ action: "decline" }>();
  const asked: string[] = [];
  const handlers: InputHandlers = {
    elicitation: {
      form: () => {
        asked.push("form");
        return second.promise;
      },
    },
    roots: () => {
      asked.push("roots");
      return first.promise;
    },
  };
  const round = answerRound(required({ where: ALL.where, who: ALL.who }), handlers, context());
  expect(asked).toEqual(["roots", "form"]);
  second.resolve({ action: "decline" });
  first.resolve([]);
  expect(await round).toMatchObject({
    params: { inputResponses: { where: { roots: [] }, who: { action: "decline" } } },
  });
});

test("a handler is told whose the request is and what for", async () => {
  const askers: Asker[] = [];
  const roots = async (asker: Asker) => {
    askers.push(asker);
    return [];
  };
  const asked = { type: "tool", name: "search" } as const;
  await answerRound(required({ where: ALL.where }), { roots }, context({ asked }));
  await answerRound(required({ where: ALL.where }), { roots }, context());
  expect(askers[0]).toMatchObject({ peer: "files", asked, signal: { aborted: false } });
  expect(askers[1]).not.toHaveProperty("asked");
});

test("handlers are called on the objects that they belong to", async () => {
  class Screen {
    readonly #roots = [{ uri: "file:///a" }];
    async roots() {
      return this.#roots;
    }
  }
  expect(await answerRound(required({ a: ALL.where }), new Screen(), context())).toMatchObject({
    params: { inputResponses: { a: { roots: [{ uri: "file:///a" }] } } },
  });
});

test.each<[string, InputHandlers]>([
  ["elicitation/create", { roots: async () => [] }],
  ["sampling/createMessage", { roots: async () => [] }],
  ["roots/list", { elicitation: { form: never, url: never } }],
])(
  "I1 R10: %s that was not declared ends the call, by name, and nobody is asked",
  async (method, more) => {
    const { asked, handlers } = host();
    const only = Object.fromEntries(
      Object.keys(more).map((key) => [key, handlers[key as "roots"]]),
    );
    const other = Object.values(ALL).filter((request) => request.method !== method);
    const odd = Object.values(ALL).find((request) => request.method === method);
    const fine = other.find((request) => (request.method === "roots/list") === "roots" in more);
    const outcome = await answerRound(required({ fine, odd }), only, context());
    expect(outcome).toMatchObject({
      type: "ended",
      problem: { code: "not_declared", method, key: "odd", fault: "remote", rpcCode: -32601 },
    });
    expect(outcome).toMatchObject({ problem: { message: expect.stringContaining(method) } });
    expect(asked).toEqual([]);
  },
);

test("L08: an elicitation in a mode without a handler is declined, and the host gets to know", async () => {
  const { asked, handlers } = host();
  const { form, url } = handlers.elicitation ?? {};
  const forms: InputHandlers = form === undefined ? {} : { elicitation: { form } };
  const urls: InputHandlers = url === undefined ? {} : { elicitation: { url } };
  expect(await answerRound(required({ visit: ALL.visit }), forms, context())).toMatchObject({
    params: { inputResponses: { visit: { action: "decline" } } },
    problems: [{ code: "not_declared", key: "visit", fault: "remote" }],
  });
  expect(await answerInput(ALL.who, urls, context())).toMatchObject({
    type: "answered",
    response: { action: "decline" },
    problem: { code: "not_declared" },
  });
  expect(asked).toEqual([]);
});

test("a round with one malformed request asks nobody", async () => {
  const { asked, handlers } = host();
  const bad = urlRequest("javascript:alert(1)");
  expect(await answerRound(required({ ...ALL, bad }), handlers, context())).toMatchObject({
    type: "ended",
    problem: { code: "unsafe_url", key: "bad" },
  });
  expect(asked).toEqual([]);
});
