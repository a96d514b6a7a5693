import { ClientError } from "@x/client";
import {
  type Asker,
  type FormAnswer,
  type FormRequest,
  type InputAnswers,
  inputAnswers,
  type UrlAnswer,
  type UrlVisit,
} from "@x/input";
import { type AbortSignalLike, isJsonObject } from "@x/wire";
import { type Answers, contentFor } from "./answers-file.js";
import { askForm, askUrl } from "./ask.js";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import type { OnInput } from "./option-values.js";
import { atOnce } from "./redact-steps.js";
import { formText, type Shown, visitText } from "./request-text.js";
import type { Format } from "./server-settings.js";

/** How the requests of a server for input are answered. */
export interface InputOptions {
  readonly way: OnInput;
  /** Stronger than `way` for the forms that they fit. */
  readonly answers: Answers;
  readonly format: Format;
}

/**
 * Answers what servers ask for during a call: forms and pages to visit, of the server that is called alone.
 * Models and directories are not given to servers here, and not declared.
 */
export class Input {
  /** What a client takes as its `input`. */
  readonly answers: InputAnswers;
  readonly #options: InputOptions;
  readonly #invocation: Invocation;
  readonly #over = new AbortController();
  #called: string | undefined;
  #requested: unknown;
  /** Nobody is asked two things at once. */
  #turn: Promise<unknown> = Promise.resolve();
  /** What could not be answered, as it is told. */
  readonly #unanswered: string[] = [];

  constructor(options: InputOptions, invocation: Invocation) {
    this.#options = options;
    this.#invocation = invocation;
    this.answers = this.#watched(
      inputAnswers({
        elicitation: {
          form: async (form, asker) => this.#form(form, asker),
          url: async (visit, asker) => this.#visit(visit, asker),
        },
      }),
    );
  }

  /**
   * What the server that is called asked for last, without the operator's secrets; `null` where it asked for
   * nothing.
   */
  get requested(): unknown {
    return atOnce(this.#invocation.redaction.message(this.#requested ?? null));
  }

  /**
   * Asks one server for something, and answers what it asks for meanwhile.
   *
   * @param ask gets the signal of the question, which goes off where an answer is needed that nobody gives.
   * @throws CliError `input_required`, where the way is `fail`; otherwise what `ask` rejects with.
   */
  async during<T>(server: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { io } = this.#invocation;
    this.#called = server;
    try {
      return await ask(AbortSignal.any([io.signal, this.#over.signal]));
    } catch (cause) {
      if (io.signal.aborted) throw cause;
      throw noRequest(cause) ?? this.#failure(server, cause) ?? cause;
    } finally {
      this.#called = undefined;
    }
  }

  /** The same answers, with an eye on what is asked: handlers see no more than what they can answer. */
  #watched(answers: InputAnswers): InputAnswers {
    return {
      declared: answers.declared,
      round: (result, context) => {
        this.#requested = result["inputRequests"];
        return answers.round(result, context);
      },
      legacy: async (request, context) => {
        // It has no name of the server's.
        const { method, params } = request;
        if (context.peer === this.#called) this.#requested = { request: { method, params } };
        const answer = await answers.legacy(request, context);
        // The server may go on without, but what it then does is not what was asked for.
        if (this.#unanswered.length > 0) this.#over.abort();
        else if (answer.problem !== undefined) this.#invocation.note(answer.problem.message);
        return answer;
      },
    };
  }

  async #form(form: FormRequest, asker: Asker): Promise<FormAnswer> {
    const { peer } = asker;
    if (peer !== this.#called) return this.#declined(peer, "nothing was asked of it");
    const found = contentFor(form, this.#options.answers);
    if (found.type === "content") return { action: "accept", content: found.content };
    for (const { field, code } of found.unfit) {
      // Without the value, which the problem's own sentence may have.
      const what = `the value of ${JSON.stringify(field)} in the answers does not fit it (${code}).`;
      this.#invocation.note(`A form of ${peer} is not answered from the file: ${what}`);
    }
    const shown = this.#shown(peer);
    return this.#answered(asker, {
      text: () => formText(form, shown),
      ask: (signal) => askForm(form, { ...shown, signal, io: this.#invocation.io }),
    });
  }

  async #visit(visit: UrlVisit, asker: Asker): Promise<UrlAnswer> {
    const { peer } = asker;
    if (peer !== this.#called) return this.#declined(peer, "nothing was asked of it");
    const shown = this.#shown(peer);
    return this.#answered(asker, {
      text: () => visitText(visit, shown),
      ask: (signal) => askUrl(visit, { ...shown, signal, io: this.#invocation.io }),
    });
  }

  #shown(peer: string): Shown {
    const { io, redaction } = this.#invocation;
    const hide = redaction.text;
    const isWhole = this.#options.way === "ask" && io.isInteractive;
    return { peer, hide, url: isWhole ? (url) => url : hide, columns: io.stderrColumns() };
  }

  /** Does not wait before it knows the way: all that a round asks for is to be told. */
  async #answered<Answer>(
    { peer, signal }: Asker,
    {
      text,
      ask,
    }: { readonly text: () => string; readonly ask: (signal: AbortSignal) => Promise<Answer> },
  ): Promise<Answer | { readonly action: "decline" }> {
    switch (this.#options.way) {
      case "decline":
        return this.#declined(peer, "--on-input decline");
      case "fail":
        this.#unanswered.push(text());
        throw new CliError("nobody is asked", { code: "input_required" });
      case "ask": {
        const asked = this.#turn.then(() => {
          const given = followed(signal);
          given.throwIfAborted();
          return ask(given);
        });
        this.#turn = asked.catch(() => {});
        return asked;
      }
    }
  }

  #declined(peer: string, why: string): { readonly action: "decline" } {
    this.#invocation.note(`${peer} asked for input and was told no: ${why}.`);
    return { action: "decline" };
  }

  #failure(server: string, cause: unknown): CliError | undefined {
    const { way, format } = this.#options;
    const code = "input_required";
    if (way !== "fail") return undefined;
    if (this.#unanswered.length > 0) {
      if (format === "text") this.#invocation.io.stderr(this.#unanswered.join(""));
      const message = `${server} asks for input, and nobody is asked here (--on-input fail). Give the values of a form with --answers FILE, or run it in a terminal.`;
      return new CliError(message, { code, cause });
    }
    if (!(cause instanceof ClientError) || cause.code !== "input_failed") return undefined;
    const problem = isJsonObject(cause.cause) ? cause.cause["problem"] : undefined;
    const why = isJsonObject(problem) ? problem["message"] : cause.message;
    return new CliError(`${server} asks for input that it cannot get: ${why}`, { code, cause });
  }
}

/** The error for an answer that asks for input and is no such answer: nobody here could have given any. */
function noRequest(cause: unknown): ClientError | undefined {
  if (!(cause instanceof ClientError) || cause.code !== "input_failed") return undefined;
  const problem = isJsonObject(cause.cause) ? cause.cause["problem"] : undefined;
  if (!isJsonObject(problem) || problem["code"] !== "invalid_result") return undefined;
  return new ClientError(cause.message, { code: "invalid_result", fault: "remote", cause });
}

/** A signal of the platform that goes off with one that is none. */
function followed(signal: AbortSignalLike): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return controller.signal;
}
