import { Aborter } from "@x/wire";
import { answerQuestion, type InputOutcome } from "./answer-question.js";
import type { InputContext, InputHandlers } from "./handlers.js";
import type { InputRequest } from "./input-required.js";
import { questionOf } from "./question.js";

/**
 * Answers one request of a server: checks it, asks the handler that it is for, and checks the answer.
 *
 * A request without a handler is refused, since it was not declared; only an elicitation in the one mode
 * that the host has no handler for is declined. Nothing is sent, and it never rejects.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation}
 */
export async function answerInput(
  request: InputRequest,
  handlers: InputHandlers,
  context: InputContext,
): Promise<InputOutcome> {
  const { peer } = context;
  const question = questionOf(request, handlers, context);
  const signal = new Aborter(context.signal);
  const subject = { peer, method: request.method };
  const outcome = await answerQuestion(question, context, { subject, signal });
  signal.release();
  return outcome;
}
