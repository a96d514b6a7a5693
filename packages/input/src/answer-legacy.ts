import { Aborter, type ErrorObject, type JsonObject, METHOD_NOT_FOUND } from "@x/wire";
import { answerQuestion } from "./answer-question.js";
import { quoted } from "./flaw.js";
import type { InputContext, InputHandlers } from "./handlers.js";
import type { InputProblem } from "./input-problem.js";
import type { InputRequest } from "./input-required.js";
import { questionOf } from "./question.js";

/** What a legacy server gets, and what the host may want to know. */
export interface LegacyAnswer {
  /** What to answer the request with, as it is. */
  readonly reply: { readonly result: JsonObject } | { readonly error: ErrorObject };
  /** Why it is an error. Its sentence and cause are not in the reply. */
  readonly problem?: InputProblem;
}

/**
 * Answers a legacy server's own request with the handlers that also answer `input_required`.
 *
 * Every request gets a reply. An elicitation in a mode that was not declared is an error, as that revision
 * has it, and so is a request of any other method. A `task` that the request wants to be is not made: no
 * such capability is declared. Nothing is sent, and it never rejects.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#error-handling}
 */
export async function answerLegacyRequest(
  request: InputRequest,
  handlers: InputHandlers,
  context: InputContext,
): Promise<LegacyAnswer> {
  const { method } = request;
  const { peer } = context;
  const question = questionOf(request, handlers, context);
  if (question.type === "declined") return refusal(question.problem, method);
  const signal = new Aborter(context.signal);
  const outcome = await answerQuestion(question, context, { subject: { peer, method }, signal });
  signal.release();
  return outcome.type === "answered"
    ? { reply: { result: outcome.response } }
    : refusal(outcome.problem, method);
}

/** What a legacy server gets that has no answer to its request. */
export function refusal(problem: InputProblem, method: string): LegacyAnswer {
  const { rpcCode: code } = problem;
  return { reply: { error: { code, message: toldServer(problem, method) } }, problem };
}

/** The server is told about its own request, and nothing about what happened on this side. */
function toldServer({ code, rpcCode, detail }: InputProblem, method: string): string {
  const named = quoted(method);
  if (code === "declined") return "The user declined.";
  if (detail !== undefined) return `${named} cannot be answered: ${detail}.`;
  return rpcCode === METHOD_NOT_FOUND
    ? `This client does not handle ${named}.`
    : `This client has no answer to ${named}.`;
}
