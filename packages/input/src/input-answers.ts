import type { ClientCapabilities, JsonObject } from "@x/wire";
import { declaredCapabilities } from "./abilities.js";
import { answerLegacyRequest, type LegacyAnswer } from "./answer-legacy.js";
import { answerRound, type RoundOutcome } from "./answer-round.js";
import type { InputContext, InputHandlers } from "./handlers.js";
import { type InputRequest, readInputRequired } from "./input-required.js";

/**
 * All that a client needs to give servers the input that they ask for. It is handed to whoever speaks to
 * them as one thing, so that a host without it does not pay for it.
 */
export interface InputAnswers {
  /** What is to be declared to a server of this revision. */
  readonly declared: (revision: string) => ClientCapabilities;
  /** What becomes of a call with this `input_required` result. Never rejects. */
  readonly round: (result: JsonObject, context: InputContext) => Promise<RoundOutcome>;
  /** What to answer a legacy server's own request with. Never rejects. */
  readonly legacy: (request: InputRequest, context: InputContext) => Promise<LegacyAnswer>;
}

/** The answers of these handlers. */
export function inputAnswers(handlers: InputHandlers): InputAnswers {
  return {
    declared: (revision) => declaredCapabilities(handlers, revision),
    round: async (result, context) => {
      const reading = readInputRequired(result, context.peer);
      return reading.type === "invalid"
        ? { type: "ended", problem: reading.problem }
        : answerRound(reading, handlers, context);
    },
    legacy: (request, context) => answerLegacyRequest(request, handlers, context),
  };
}
