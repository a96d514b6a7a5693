import type { JsonObject } from "@x/wire";
import { Aborter } from "@x/wire";
import { answerQuestion } from "./answer-question.js";
import type { InputContext, InputHandlers } from "./handlers.js";
import type { InputProblem } from "./input-problem.js";
import type { InputRequired } from "./input-required.js";
import { type Question, questionOf } from "./question.js";

/** What becomes of a call whose server asked for input. */
export type RoundOutcome =
  | {
      readonly type: "retry";
      /** What the retry has besides the parameters of the call. Holds for this one retry. */
      readonly params: RetryParams;
      /** Why elicitations were declined without asking anybody. */
      readonly problems: readonly InputProblem[];
    }
  | { readonly type: "ended"; readonly problem: InputProblem };

/** Members of the retry's `params`; each is there only where the server's result calls for it. */
export interface RetryParams {
  readonly inputResponses?: { readonly [key: string]: JsonObject };
  /** Byte for byte as it came. */
  readonly requestState?: string;
}

/**
 * Answers all requests of one round, side by side, or says why the call ends here.
 *
 * All of them are checked before anybody is asked, and all have to be answered: as soon as one cannot be,
 * the handlers of the others are told by their signal, and the round is over. Without requests there is
 * nothing to wait for. Nothing is sent, and it never rejects; how many rounds a call may have is for
 * the caller to bound.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow}
 */
export async function answerRound(
  { requests, requestState }: InputRequired,
  handlers: InputHandlers,
  context: InputContext,
): Promise<RoundOutcome> {
  const state = requestState === undefined ? {} : { requestState };
  if (requests === undefined) return { type: "retry", params: state, problems: [] };
  const { peer } = context;
  const questions: AskedQuestion[] = [];
  for (const [key, request] of requests) {
    const question = questionOf(request, handlers, { ...context, key });
    if (question.type === "refused") return { type: "ended", problem: question.problem };
    questions.push({ question, subject: { peer, method: request.method, key } });
  }
  const answered = await answerAll(questions, context);
  if ("code" in answered) return { type: "ended", problem: answered };
  const { responses, problems } = answered;
  const inputResponses = Object.fromEntries(responses);
  return { type: "retry", params: { inputResponses, ...state }, problems };
}

interface AskedQuestion {
  readonly question: Question;
  readonly subject: { readonly peer: string; readonly method: string; readonly key: string };
}

interface Answered {
  readonly responses: readonly (readonly [key: string, response: JsonObject])[];
  readonly problems: readonly InputProblem[];
}

async function answerAll(
  questions: readonly AskedQuestion[],
  context: InputContext,
): Promise<Answered | InputProblem> {
  const signal = new Aborter(context.signal);
  let first: InputProblem | undefined;
  const problems: InputProblem[] = [];
  const responses = await Promise.all(
    questions.map(async ({ question, subject }) => {
      const outcome = await answerQuestion(question, context, { subject, signal });
      if (outcome.type === "answered") {
        if (outcome.problem !== undefined) problems.push(outcome.problem);
        return [subject.key, outcome.response] as const;
      }
      first ??= outcome.problem;
      signal.abort(outcome.problem);
      return [subject.key, {}] as const;
    }),
  );
  signal.release();
  return first ?? { responses, problems };
}
