import {
  Aborter,
  type Clock,
  type Connection,
  type ConnectionListener,
  TimedSignal,
} from "@x/connection";
import type { InputAnswers } from "@x/input";
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
    const timed = new TimedSignal(clock, inputMs, over, unwanted);
    const context = { peer: name, revision, signal: timed.signal, now: clock.now() };
    void answers.legacy(request, context).then(({ reply, problem }) => {
      timed.clear();
      respond(reply);
      if (problem !== undefined) emit({ type: "input_problem", peer: name, problem });
    });
  };
}
