import { ManualClock } from "@x/connection";
import { type InputAnswers, inputAnswers } from "@x/input";
import { expect, test } from "vitest";
import { callTool, requestPeer } from "../src/index.js";
import { LEGACY, MODERN, registryOf, routes, server, text } from "./fixtures.js";

async function called(
  result: object,
  answers: InputAnswers | undefined,
  input: "answer" | "manual" = "answer",
) {
  const { owner, sent } = await server(MODERN, (id) =>
    text(id, { resultType: "input_required", ...result }),
  );
  const clock = new ManualClock();
  const to = {
    ...routes(registryOf({ one: ["t"] }), { one: owner }),
    ...(answers === undefined ? {} : { input: { answers, clock, inputMs: 1000, maxRounds: 3 } }),
  };
  const outcome = await callTool(to, "t", {}, { input });
  return { outcome, sent };
}

const HANDLERS = inputAnswers({
  elicitation: { form: async () => ({ action: "accept", content: {} }) },
});

test.each<[string, object]>([
  ["neither of its members", {}],
  ["a requestState that is no text", { requestState: 7 }],
  ["a requestState of nothing", { requestState: null, inputRequests: {} }],
  ["requests of nothing", { inputRequests: null }],
  ["requests in a list", { inputRequests: [{ method: "roots/list" }], requestState: "s" }],
])(
  "I1: an input_required result with %s is invalid, whoever is to answer it",
  async (_, result) => {
    for (const [answers, input] of [
      [undefined, "answer"],
      [undefined, "manual"],
      [HANDLERS, "answer"],
      [HANDLERS, "manual"],
    ] as const) {
      const { outcome, sent } = await called(result, answers, input);
      expect(outcome).toMatchObject({ type: "invalid_result" });
      expect(sent).toHaveLength(1);
    }
  },
);

test("I1: a request in it that is none makes it invalid too, once it is looked at", async () => {
  const { outcome } = await called({ inputRequests: { a: { params: {} } } }, HANDLERS);
  expect(outcome).toMatchObject({
    type: "invalid_result",
    message: "a request has no string method",
  });
});

test.each<[string, InputAnswers["round"]]>([
  ["reject", () => Promise.reject(new Error("no window"))],
  [
    "throw",
    () => {
      throw new Error("no window");
    },
  ],
])("answers of a host's own that %s end their call, and nothing else", async (_, round) => {
  const { outcome } = await called({ requestState: "s" }, { ...HANDLERS, round });
  expect(outcome).toMatchObject({
    type: "input_failed",
    problem: {
      code: "handler_failed",
      fault: "local",
      message: expect.stringMatching("no window"),
    },
  });
});

const page = (url: unknown) => ({ mode: "url", elicitationId: "e", message: "Sign in.", url });

test.each<[string, unknown, string]>([
  ["credentials", "https://user:secret@evil.example/", "unsafe_url"],
  ["a mark that turns text", "https://evil.example/\u202Efoo", "unsafe_url"],
  ["another scheme", "javascript:alert('evil')", "unsafe_url"],
  ["no URL", { evil: true }, "invalid_request"],
])(
  "I2: an error -32042 that sends to a URL with %s is refused, and nothing of the URL is told",
  async (_, url, code) => {
    const elicitations = [page("https://good.example/"), page(url)];
    const error = { code: -32042, message: "Please.", data: { elicitations } };
    const { owner } = await server(LEGACY, (id) => JSON.stringify({ jsonrpc: "2.0", id, error }));
    const to = routes(registryOf({ one: ["t"] }), { one: owner });
    const request = {
      peer: "one",
      method: "x/y",
      isRead: false,
      check: (result: object) => result,
    };
    for (const outcome of [await callTool(to, "t"), await requestPeer(to, request)]) {
      expect(outcome).toMatchObject({ type: "input_failed", problem: { code, fault: "remote" } });
      expect(JSON.stringify(outcome)).not.toMatch(/evil|secret|\u202E|elicitations/);
    }
  },
);

test.each(["weird", "", 7, null, 1n, "DEBUG"])(
  "a log level %s is none, and nothing is sent",
  async (logLevel) => {
    const { owner, sent } = await server(MODERN);
    const to = routes(registryOf({ one: ["t"] }), { one: owner });
    const options = { logLevel: logLevel as string };
    const refused = expect.objectContaining({ code: "invalid_option" });
    await expect(callTool(to, "t", {}, options)).rejects.toEqual(refused);
    const guard = () => expect.unreachable("there is nothing to decide");
    await expect(callTool({ ...to, guard }, "t", {}, options)).rejects.toEqual(refused);
    const request = { peer: "one", method: "x/y", isRead: true, check: (result: object) => result };
    await expect(requestPeer(to, request, options)).rejects.toEqual(refused);
    expect(sent).toEqual([]);
  },
);
