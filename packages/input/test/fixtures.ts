import type { JsonObject } from "@x/wire";
import {
  answerInput,
  type FormAnswer,
  type FormRequest,
  type InputContext,
  type InputHandlers,
  type InputOutcome,
  type InputRequest,
  type InputRequired,
  readInputRequired,
  type SamplingRequest,
  type SamplingResult,
  type UrlVisit,
} from "../src/index.js";

export const MODERN = "2026-07-28";

/** For a server that is called `files` and speaks the modern revision. */
export function context(more: Partial<InputContext> = {}): InputContext {
  return { peer: "files", revision: MODERN, ...more };
}

export function never(): Promise<never> {
  return new Promise(() => {});
}

type FormContent = Extract<FormAnswer, { action: "accept" }>["content"];

/** A promise and how to settle it. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A request for a form with these properties. */
export function formRequest(properties: JsonObject, more: JsonObject = {}): InputRequest {
  const requestedSchema = { type: "object", properties, ...more };
  return { method: "elicitation/create", params: { message: "Who are you?", requestedSchema } };
}

export function urlRequest(url: unknown, more: JsonObject = {}): InputRequest {
  const params = { mode: "url", message: "Please sign in.", url, ...more };
  return { method: "elicitation/create", params };
}

export const HELLO = { role: "user", content: { type: "text", text: "Hello" } };

export const SAID: SamplingResult = {
  role: "assistant",
  content: { type: "text", text: "Hi" },
  model: "model-1",
};

export function samplingRequest(more: JsonObject = {}): InputRequest {
  const params = { messages: [HELLO], maxTokens: 100, ...more };
  return { method: "sampling/createMessage", params };
}

/** What handlers were asked, and handlers that agree to everything. */
export function host(): { handlers: InputHandlers; asked: unknown[] } {
  const asked: unknown[] = [];
  const handlers: InputHandlers = {
    elicitation: {
      form: async (request) => {
        asked.push(request);
        return { action: "accept", content: {} };
      },
      url: async (request) => {
        asked.push(request);
        return { action: "accept" };
      },
    },
    sampling: {
      createMessage: async (request) => {
        asked.push(request);
        return SAID;
      },
      tools: true,
    },
    roots: async () => {
      asked.push("roots");
      return [{ uri: "file:///home/user/project" }];
    },
  };
  return { handlers, asked };
}

/** Has a request answered with `content` as what the user submits. */
export function submit(request: InputRequest, content: unknown): Promise<InputOutcome> {
  const form = async () => ({ action: "accept", content: content as FormContent }) as const;
  return answerInput(request, { elicitation: { form } }, context());
}

/** The form that a handler gets to see for a request. */
export async function seen(request: InputRequest): Promise<FormRequest> {
  const { handlers, asked } = host();
  await answerInput(request, handlers, context());
  return asked[0] as FormRequest;
}

export async function seenUrl(request: InputRequest): Promise<UrlVisit | undefined> {
  const { handlers, asked } = host();
  await answerInput(request, handlers, context());
  return asked[0] as UrlVisit | undefined;
}

/** Has a sampling request answered by a host whose model can use tools. */
export function sample(
  request: InputRequest,
  answer: unknown = SAID,
  more: Partial<InputContext> = {},
): Promise<InputOutcome> {
  const createMessage = async (_: SamplingRequest) => answer as SamplingResult;
  return answerInput(request, { sampling: { createMessage, tools: true } }, context(more));
}

/** The code of the problem of an outcome. */
export function codeOf(outcome: InputOutcome): string {
  return outcome.type === "answered" ? "answered" : outcome.problem.code;
}

/** What a result with these requests and this state asks for. */
export function required(inputRequests: object | undefined, requestState?: string): InputRequired {
  const result: JsonObject = {
    resultType: "input_required",
    ...(inputRequests === undefined ? {} : { inputRequests }),
    ...(requestState === undefined ? {} : { requestState }),
  };
  const reading = readInputRequired(result, "files");
  if (reading.type === "invalid") throw new Error(reading.problem.message);
  return reading;
}

/** A request of each kind. */
export const ALL = {
  who: formRequest({}),
  visit: urlRequest("https://example.com/"),
  think: samplingRequest(),
  where: { method: "roots/list" },
};
