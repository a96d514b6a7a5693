import { ManualClock } from "@x/connection";
import { inputAnswers } from "@x/input";
import { CLIENT_CAPABILITIES_KEY, type ClientCapabilities, type Request } from "@x/wire";
import { expect, test } from "vitest";
import { callTool, type Owner, type Routes, readResource } from "../src/index.js";
import { done, LEGACY, MODERN, registryOf, routes, server, text } from "./fixtures.js";

const ROOTS = { method: "roots/list" };

/** The error by which a server demands capabilities. */
const demand = (id: unknown, requiredCapabilities: object): string => {
  const data = { requiredCapabilities };
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32021, message: "more", data } });
};

function declaredIn({ params = {} }: Request): ClientCapabilities {
  const meta = (params["_meta"] ?? {}) as Record<string, ClientCapabilities>;
  return meta[CLIENT_CAPABILITIES_KEY] ?? {};
}

/** Routes to one server that is answered by this, and what was sent to it. */
async function scene(
  answer: (request: Request & { readonly declared: ClientCapabilities }) => string,
  { declarable = {}, context = MODERN, ...more }: Partial<Routes> & Partial<Ready> = {},
) {
  const sent: Request[] = [];
  const one = await server(context, (id) => {
    const request = JSON.parse(one.sent.at(-1) ?? "") as Request;
    sent.push(request);
    return answer({ ...request, id: id as number, declared: declaredIn(request) });
  });
  const owner = { ...one.owner, declarable, capabilities: { resources: {} } };
  const all = { ...routes(registryOf({ one: ["t"] }), { one: owner }), ...more };
  return { routes: all, sent, one };
}

type Ready = Extract<Owner, { readonly state: "ready" }>;

test("E14: what a server demands is declared where this side can do it, and the call made once more under a new id", async () => {
  const declarable = { sampling: { tools: {} }, roots: {} };
  const { routes: all, sent } = await scene(
    ({ id, declared }) =>
      declared.roots === undefined ? demand(id, { roots: {} }) : done(id, "one"),
    { declarable },
  );
  expect(await callTool(all, "t", { x: 1 })).toMatchObject({ type: "result" });
  expect(sent).toHaveLength(2);
  expect(sent[0]?.id).not.toBe(sent[1]?.id);
  expect(sent[1]?.params).toMatchObject({ name: "t", arguments: { x: 1 } });
  expect(sent.map(declaredIn)).toEqual([{}, { roots: {} }]);
  await callTool(all, "t");
  // For that one call: the next one begins anew.
  expect(sent).toHaveLength(4);
});

test("E14: so it is for what is asked by its method", async () => {
  const { routes: all, sent } = await scene(
    ({ id, declared }) =>
      declared.roots === undefined
        ? demand(id, { roots: {} })
        : text(id, { resultType: "complete", contents: [] }),
    { declarable: { roots: {} } },
  );
  expect(await readResource(all, "one", "x")).toMatchObject({ type: "result" });
  expect(sent).toHaveLength(2);
});

test.each<[string, ClientCapabilities, object, readonly string[] | undefined]>([
  [
    "one part of what is demanded",
    { roots: {} },
    { roots: {}, sampling: { tools: {} } },
    ["sampling"],
  ],
  ["nothing", {}, { elicitation: { url: {} } }, ["elicitation"]],
])(
  "E14: where this side can do %s, nothing more is sent and what is missing is named",
  async (_, declarable, required, missing) => {
    const { routes: all, sent } = await scene(({ id }) => demand(id, required), { declarable });
    expect(await callTool(all, "t")).toMatchObject({
      type: "rpc_error",
      error: { code: -32021 },
      missing,
    });
    expect(sent).toHaveLength(1);
  },
);

test("a server that demands again, or says not what, is not asked a third time", async () => {
  const { routes: all, sent } = await scene(
    ({ id, declared }) =>
      demand(id, declared.roots === undefined ? { roots: {} } : { sampling: {} }),
    { declarable: { roots: {}, sampling: {} } },
  );
  expect(await callTool(all, "t")).toMatchObject({ type: "rpc_error", error: { code: -32021 } });
  expect(sent).toHaveLength(2);
  const vague = await scene(
    ({ id }) => JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32021, message: "more" } }),
    { declarable: { roots: {} } },
  );
  expect(await callTool(vague.routes, "t")).not.toHaveProperty("missing");
  expect(vague.sent).toHaveLength(1);
});

test("a legacy server cannot demand anything: its error is an error", async () => {
  const { routes: all, sent } = await scene(({ id }) => demand(id, { roots: {} }), {
    context: LEGACY,
    declarable: { roots: {} },
  });
  // The code is a modern one, so the connection is over; nothing is sent again.
  expect((await callTool(all, "t")).type).toBe("rpc_error");
  expect(sent).toHaveLength(1);
});

test("R10: what was not declared in a request is not answered in its rounds, and what was demanded is", async () => {
  const asked: string[] = [];
  const answers = inputAnswers(
    {
      roots: async ({ peer }) => {
        asked.push(peer);
        return [];
      },
    },
    { onDemand: ["roots"] },
  );
  const input = { answers, clock: new ManualClock(), inputMs: 1000, maxRounds: 3 };
  const asking = (id: unknown): string =>
    text(id, { resultType: "input_required", inputRequests: { r: ROOTS } });
  const rude = await scene(({ id }) => asking(id), { input, declarable: { roots: {} } });
  expect(await callTool(rude.routes, "t")).toMatchObject({
    type: "input_failed",
    problem: { code: "not_declared", method: "roots/list" },
  });
  expect(asked).toEqual([]);

  const polite = await scene(
    ({ id, declared, params }) => {
      if (declared.roots === undefined) return demand(id, { roots: {} });
      return params?.["inputResponses"] === undefined ? asking(id) : done(id, "one");
    },
    { input, declarable: { roots: {} } },
  );
  expect(await callTool(polite.routes, "t")).toMatchObject({ type: "result" });
  expect(asked).toEqual(["one"]);
  expect(polite.sent).toHaveLength(3);
});

test("the time of a call is one over both attempts", async () => {
  const clock = new ManualClock();
  const input = { answers: inputAnswers({}), clock, inputMs: 1000, maxRounds: 3 };
  const { routes: all, sent } = await scene(
    ({ id }) => {
      clock.advance(1000);
      return demand(id, { roots: {} });
    },
    { input, declarable: { roots: {} } },
  );
  const outcome = await callTool(all, "t", {}, { totalMs: 1000 });
  expect(outcome).toMatchObject({ type: "rpc_error", error: { code: -32021 } });
  expect(sent).toHaveLength(1);
});
