import {
  Aborter,
  type Clock,
  type Connection,
  type ConnectionListener,
  TimedSignal,
} from "@x/connection";
import type { InputAnswers, InputProblem } from "@x/input";
import { excerpt, INTERNAL_ERROR, WireError, wordsOf } from "@x/wire";
import type { ClientEvent } from "./client-event.js";
import type { Peer } from "./peer.js";

/** What {@link answering} needs of its client. */
export interface AnsweringOptions {
  readonly clock: Clock;
  /** For one answer, in milliseconds. */
  readonly inputMs: number;
  readonly emit: (event: ClientEvent) => void;
}

/**
 * Answers what a legacy server asks by requests of its own, with the handlers that also answer what a
 * modern one asks in a call. What is not declared is refused by the same way.
 */
export function answering(
  peer: Peer,
  answers: InputAnswers,
  connection: Connection,
  { clock, inputMs, emit }: AnsweringOptions,
): NonNullable<ConnectionListener["request"]> {
  const over = new Aborter();
  void connection.closed.then(() => over.abort());
  return (request, respond, unwanted) => {
    const { name, revision } = peer;
    const { method } = request;
    const timed = new TimedSignal(clock, inputMs, over, unwanted);
    const context = { peer: name, revision, signal: timed.signal, now: clock.now() };
    const answer = async (): Promise<InputProblem | undefined> => {
      try {
        const { reply, problem } = await answers.legacy(request, context);
        respond(reply);
        return problem;
      } catch (cause) {
        // Whoever made these answers broke their contract, or what they answer is no JSON.
        respond({ error: { code: INTERNAL_ERROR, message: "This client has no answer." } });
        return broken(name, method, cause);
      } finally {
        timed.clear();
      }
    };
    void answer().then((problem) => {
      if (problem !== undefined) emit({ type: "input_problem", peer: name, problem });
    });
  };
}

function broken(peer: string, method: string, cause: unknown): InputProblem {
  const isAnswer = cause instanceof WireError;
  const message = `${peer} asked for ${excerpt(method)}, and ${isAnswer ? "the answer was not sent" : "those who answer failed"}: ${wordsOf(cause)}`;
  const code = isAnswer ? "invalid_answer" : "handler_failed";
  return { code, message, fault: "local", rpcCode: INTERNAL_ERROR, method, cause };
}
