import { Aborter, type Connection, type ConnectionListener } from "@x/connection";
import type { InputAnswers } from "@x/input";
import type { ClientEvent } from "./client-event.js";
import type { Peer } from "./peer.js";

/**
 * Answers what a legacy server asks by requests of its own, with the handlers that also answer what a
 * modern one asks in a call. What is not declared is refused by the same way.
 */
export function answering(
  peer: Peer,
  answers: InputAnswers,
  connection: Connection,
  emit: (event: ClientEvent) => void,
): NonNullable<ConnectionListener["request"]> {
  const over = new Aborter();
  void connection.closed.then(() => over.abort());
  return (request, respond) => {
    const { name, revision } = peer;
    const context = { peer: name, revision, signal: over };
    void answers.legacy(request, context).then(({ reply, problem }) => {
      respond(reply);
      if (problem !== undefined) emit({ type: "input_problem", peer: name, problem });
    });
  };
}
