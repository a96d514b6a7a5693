import type { Aborter } from "@x/wire";
import { isJsonObject, type JsonObject } from "@x/wire";
import { checkContent, copyContent } from "./check-content.js";
import type { FormRequest } from "./form.js";
import type { Asker, InputContext } from "./handlers.js";
import {
  aborted,
  declined,
  handlerFailed,
  type InputProblem,
  invalidAnswer,
  type Subject,
} from "./input-problem.js";
import type { OpenQuestion, Question } from "./question.js";
import { rootsResult } from "./roots.js";
import { samplingResult } from "./sampling-result.js";

/** What becomes of one request. */
export type InputOutcome =
  | {
      readonly type: "answered";
      /** The result to send. */
      readonly response: JsonObject;
      /** Why it was declined without asking anybody, where it was. */
      readonly problem?: InputProblem;
    }
  | { readonly type: "refused"; readonly problem: InputProblem };

/**
 * Has the handler answer a question, and checks what it says. Ends at once when the signal goes off,
 * whatever the handler is at. Never rejects.
 */
export async function answerQuestion(
  question: Question,
  { peer, asked, revision }: InputContext,
  { subject, signal }: { readonly subject: Subject; readonly signal: Aborter },
): Promise<InputOutcome> {
  if (question.type === "refused") return question;
  if (question.type === "declined") {
    return { type: "answered", response: { action: "decline" }, problem: question.problem };
  }
  const asker: Asker = asked === undefined ? { peer, signal } : { peer, asked, signal };
  const heard = await hear(async () => {
    const answer = await question.ask(asker);
    return check(question, answer, revision, subject);
  }, signal);
  switch (heard.type) {
    case "aborted":
      return { type: "refused", problem: aborted(subject, heard.cause) };
    case "failed":
      return { type: "refused", problem: handlerFailed(subject, heard.cause) };
    case "checked":
      return "code" in heard.checked
        ? { type: "refused", problem: heard.checked }
        : { type: "answered", response: heard.checked.response };
  }
}

type Checked = { readonly response: JsonObject } | InputProblem;

type Heard =
  | { readonly type: "checked"; readonly checked: Checked }
  | { readonly type: "failed" | "aborted"; readonly cause: unknown };

/** The signal is of this round alone, so nobody has to stop listening to it. */
function hear(ask: () => Promise<Checked>, signal: Aborter): Promise<Heard> {
  return new Promise((resolve) => {
    const abort = (): void => resolve({ type: "aborted", cause: signal.reason });
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort);
    ask().then(
      (checked) => resolve({ type: "checked", checked }),
      (cause: unknown) => resolve({ type: "failed", cause }),
    );
  });
}

function check(
  question: OpenQuestion,
  answer: unknown,
  revision: string,
  subject: Subject,
): Checked {
  switch (question.type) {
    case "form":
      return checkForm(question.request, answer, subject);
    case "url": {
      const action = actionOf(answer);
      return action === undefined ? invalidAnswer(subject, NO_ACTION) : { response: { action } };
    }
    case "sampling": {
      if (actionOf(answer) === "decline") return declined(subject);
      return responseOr(samplingResult(answer, question.request, revision), subject);
    }
    case "roots":
      return responseOr(rootsResult(answer), subject);
  }
}

/**
 * The answer to a form. What a user declined or dismissed is not told.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions}
 */
function checkForm(form: FormRequest, answer: unknown, subject: Subject): Checked {
  const action = actionOf(answer);
  if (action === undefined) return invalidAnswer(subject, NO_ACTION);
  if (action !== "accept") return { response: { action } };
  const content = copyContent((answer as JsonObject)["content"]);
  if (content === undefined) return invalidAnswer(subject, "its content is not an object");
  const [problem] = checkContent(form, content);
  if (problem === undefined) return { response: { action, content } };
  const { field, message } = problem;
  return invalidAnswer(subject, `${JSON.stringify(field)} ${message}`, field);
}

const NO_ACTION = "its action is none of accept, decline and cancel";

function actionOf(answer: unknown): "accept" | "decline" | "cancel" | undefined {
  const action = isJsonObject(answer) ? answer["action"] : undefined;
  return action === "accept" || action === "decline" || action === "cancel" ? action : undefined;
}

function responseOr(result: JsonObject | string, subject: Subject): Checked {
  return typeof result === "string" ? invalidAnswer(subject, result) : { response: result };
}
