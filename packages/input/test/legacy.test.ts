import { type Request, type UrlRequest, urlRequests } from "@x/wire";
import { expect, test } from "vitest";
import {
  answerLegacyRequest,
  answerUrlRequests,
  type InputHandlers,
  type UrlVisit,
} from "../src/index.js";
import {
  context,
  formRequest,
  host,
  later,
  SAID,
  samplingRequest,
  urlRequest,
} from "./fixtures.js";

const LEGACY = context({ revision: "2025-11-25" });

function ask(request: object, handlers: InputHandlers, legacy = LEGACY) {
  return answerLegacyRequest({ jsonrpc: "2.0", id: 7, ...request } as Request, handlers, legacy);
}

test("a legacy server's requests get the same answers from the same handlers", async () => {
  const { handlers } = host();
  expect(await ask(formRequest({}), handlers)).toEqual({
    reply: { result: { action: "accept", content: {} } },
  });
  const visit = urlRequest("https://example.com/", { elicitationId: "e" });
  expect(await ask(visit, handlers)).toEqual({ reply: { result: { action: "accept" } } });
  expect(await ask(samplingRequest(), handlers)).toEqual({ reply: { result: SAID } });
  expect(await ask({ method: "roots/list" }, handlers)).toEqual({
    reply: { result: { roots: [{ uri: "file:///home/user/project" }] } },
  });
});

test("T4: an answer is waited for as long as it takes, and ends it whenever it comes", async () => {
  const minutesLater = later<{ action: "cancel" }>();
  const reply = ask(formRequest({}), { elicitation: { form: () => minutesLater.promise } });
  const early = await Promise.race([
    reply,
    new Promise((resolve) => setImmediate(resolve, "open")),
  ]);
  expect(early).toBe("open");
  minutesLater.resolve({ action: "cancel" });
  expect(await reply).toEqual({ reply: { result: { action: "cancel" } } });
});

test("T4: a server that takes its request back ends the wait", async () => {
  const controller = new AbortController();
  const form = () => new Promise<never>(() => {});
  const legacy = { ...LEGACY, signal: controller.signal };
  const reply = ask(formRequest({}), { elicitation: { form } }, legacy);
  controller.abort();
  expect(await reply).toMatchObject({
    reply: { error: { code: -32603 } },
    problem: { code: "aborted" },
  });
});

const { elicitation, sampling, roots } = host().handlers;
const form = { elicitation: { form: elicitation?.form } } as InputHandlers;
const createMessage = { sampling: { createMessage: sampling?.createMessage } } as InputHandlers;

test.each<[string, object, InputHandlers, number, string]>([
  ["roots without a handler", { method: "roots/list" }, {}, -32601, "not_declared"],
  ["sampling without a handler", samplingRequest(), {}, -32601, "not_declared"],
  ["elicitation without a handler", formRequest({}), {}, -32601, "not_declared"],
  ["L08: a mode that was not declared", urlRequest("https://a.b/"), form, -32602, "not_declared"],
  [
    "M06: tools not declared",
    samplingRequest({ tools: [] }),
    createMessage,
    -32602,
    "not_declared",
  ],
  ["a form that is none", formRequest({ a: {} }), form, -32602, "invalid_request"],
  [
    "I2: a javascript: URL",
    urlRequest("javascript:x"),
    { elicitation } as InputHandlers,
    -32602,
    "unsafe_url",
  ],
  ["another method", { method: "tasks/get" }, { roots } as InputHandlers, -32601, "unknown_method"],
])("%s is answered by an error that says so", async (_, request, handlers, code, problem) => {
  const answer = await ask(request, handlers);
  expect(answer).toMatchObject({ reply: { error: { code } }, problem: { code: problem } });
  expect(Object.keys(answer.reply)).toEqual(["error"]);
});

test("the server is told what is wrong with its own request", async () => {
  const { reply } = await ask(formRequest({ a: { type: "object" } }), form);
  expect(reply).toMatchObject({ error: { message: expect.stringContaining('"a"') } });
});

test("a user's no to sampling has the code that this revision gives it", async () => {
  const createMessage = async () => ({ action: "decline" }) as const;
  expect(await ask(samplingRequest(), { sampling: { createMessage } })).toEqual({
    reply: { error: { code: -1, message: "The user declined." } },
    problem: expect.objectContaining({ code: "declined" }),
  });
});

test("what goes wrong on this side is not told the server", async () => {
  const cause = new Error("password hunter2 is wrong");
  const form = async () => {
    throw cause;
  };
  const failed = await ask(formRequest({}), { elicitation: { form } });
  expect(failed.problem).toMatchObject({ code: "handler_failed", cause });
  const content = { hunter2: "x" };
  const submitted = async () => ({ action: "accept", content }) as const;
  const refused = await ask(formRequest({}), { elicitation: { form: submitted } });
  expect(refused.problem).toMatchObject({ code: "invalid_answer", field: "hunter2" });
  for (const { reply } of [failed, refused]) {
    expect(reply).toMatchObject({ error: { code: -32603 } });
    expect(JSON.stringify(reply)).not.toContain("hunter2");
  }
});

test("a request that wants to be a task is answered as any other", async () => {
  const { params } = formRequest({});
  const request = { method: "elicitation/create", params: { ...params, task: { ttl: 1 } } };
  expect(await ask(request, host().handlers)).toMatchObject({
    reply: { result: { action: "accept" } },
  });
});

test("what a revision does not have is answered as not declared in it", async () => {
  const { handlers } = host();
  const at = (revision: string) => context({ revision });
  const url = urlRequest("https://example.com/");
  expect(await ask(url, handlers, at("2025-06-18"))).toMatchObject({
    reply: { error: { code: -32602 } },
  });
  expect(await ask(formRequest({}), handlers, at("2025-06-18"))).toMatchObject({
    reply: { result: { action: "accept" } },
  });
  expect(await ask(formRequest({}), handlers, at("2025-03-26"))).toMatchObject({
    reply: { error: { code: -32601 } },
  });
  expect(await ask(samplingRequest({ tools: [] }), handlers, at("2025-06-18"))).toMatchObject({
    reply: { error: { code: -32602 } },
  });
});

const page = (url: string, at: number): UrlRequest => ({
  elicitationId: `e${at}`,
  url,
  message: "Sign in.",
});

function pages(...urls: string[]): readonly UrlRequest[] {
  const elicitations = urls.map((url, at) => ({ mode: "url", ...page(url, at) }));
  const found = urlRequests({ code: -32042, message: "Sign in", data: { elicitations } });
  return found?.type === "requests" ? found.requests : [];
}

test("H12: the pages that an error -32042 asks for are visited with the handler for URLs", async () => {
  const { handlers, asked } = host();
  const requests = pages("https://example.com/a", "https://example.com/b");
  expect(await answerUrlRequests(requests, handlers, LEGACY)).toEqual({ type: "accepted" });
  expect(asked).toMatchObject([
    { url: "https://example.com/a", elicitationId: "e0", message: "Sign in." },
    { url: "https://example.com/b", elicitationId: "e1" },
  ]);
});

test("H12: one page that the user does not want is a no to all of them", async () => {
  for (const action of ["decline", "cancel"] as const) {
    const url = async ({ elicitationId }: UrlVisit) =>
      elicitationId === "e0" ? { action: "accept" as const } : { action };
    const requests = pages("https://example.com/a", "https://example.com/b");
    expect(await answerUrlRequests(requests, { elicitation: { url } }, LEGACY)).toEqual({
      type: "declined",
    });
  }
});

test("H12: pages without a handler, and pages that nobody is to be sent to, end it", async () => {
  const { handlers, asked } = host();
  const requests = pages("https://example.com/a");
  expect(await answerUrlRequests(requests, {}, LEGACY)).toMatchObject({
    type: "ended",
    problem: { code: "not_declared" },
  });
  expect(await answerUrlRequests(requests, form, LEGACY)).toMatchObject({
    type: "ended",
    problem: { code: "not_declared" },
  });
  const tricky = ["https://example.com/a", "https://good.example@evil.example/"].map(page);
  expect(await answerUrlRequests(tricky, handlers, LEGACY)).toMatchObject({
    type: "ended",
    problem: { code: "unsafe_url" },
  });
  expect(asked).toEqual([]);
});
