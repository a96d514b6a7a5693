import { type ClientCapabilities, type JsonObject, MODERN_REVISIONS } from "@x/wire";
import { declaredCapabilities } from "./abilities.js";
import { answerLegacyRequest, type LegacyAnswer, refusal } from "./answer-legacy.js";
import { answerRound, type RoundOutcome } from "./answer-round.js";
import type { InputContext, InputHandlers } from "./handlers.js";
import { rateLimited } from "./input-problem.js";
import { type InputMethod, type InputRequest, readInputRequired } from "./input-required.js";
import { DEFAULT_SAMPLING_RATE, SamplingBudget, type SamplingRate } from "./sampling-rate.js";

/**
 * All that a client needs to give servers the input that they ask for. It is handed to whoever speaks to
 * them as one thing, so that a host without it does not pay for it.
 */
export interface InputAnswers {
  /** What is to be declared to a server of this revision, from the first message on. */
  readonly declared: (revision: string) => ClientCapabilities;
  /**
   * All that can be declared to it, once it demands that (`-32021`). Left out where nothing is kept back.
   */
  readonly declarable?: (revision: string) => ClientCapabilities;
  /** What becomes of a call with this `input_required` result. Never rejects. */
  readonly round: (result: JsonObject, context: InputContext) => Promise<RoundOutcome>;
  /** What to answer a legacy server's own request with. Never rejects. */
  readonly legacy: (request: InputRequest, context: InputContext) => Promise<LegacyAnswer>;
}

/** How handlers are used. */
export interface InputAnswersOptions {
  /**
   * What no modern server is told of until it demands it with `-32021`, and then only for the request that
   * it refused: for deprecated parts that a host has for older servers. A legacy server cannot demand
   * anything, and is told of all. Default: nothing is kept back.
   */
  readonly onDemand?: readonly OnDemand[];
  /**
   * How often one server may have a model asked, over all its calls; what is beyond it is refused as
   * `rate_limited`, and no handler sees it. Counts where the context says what time it is, as that of
   * `@x/client` does. Default: 60 at once, and 60 a minute.
   */
  readonly samplingRate?: SamplingRate;
}

/** A deprecated part, which can be kept back. */
export type OnDemand = "sampling" | "roots";

/** The answers of these handlers. */
export function inputAnswers(
  handlers: InputHandlers,
  { onDemand = [], samplingRate = DEFAULT_SAMPLING_RATE }: InputAnswersOptions = {},
): InputAnswers {
  const budget = new SamplingBudget(samplingRate);
  const isWithin = (requests: Iterable<InputRequest>, { peer, now }: InputContext): boolean =>
    handlers.sampling === undefined || now === undefined || budget.admits(peer, requests, now);
  const all = (revision: string): ClientCapabilities => declaredCapabilities(handlers, revision);
  return {
    declared: (revision) => (isModern(revision) ? without(all(revision), onDemand) : all(revision)),
    ...(onDemand.length === 0 ? {} : { declarable: all }),
    round: async (result, context) => {
      const { peer } = context;
      const reading = readInputRequired(result, peer);
      if (reading.type === "invalid") return { type: "ended", problem: reading.problem };
      return isWithin(reading.requests?.values() ?? [], context)
        ? answerRound(reading, handlers, context)
        : { type: "ended", problem: rateLimited({ peer, method: SAMPLING }, samplingRate) };
    },
    legacy: async (request, context) => {
      const { peer } = context;
      const { method } = request;
      return isWithin([request], context)
        ? answerLegacyRequest(request, handlers, context)
        : refusal(rateLimited({ peer, method }, samplingRate), method);
    },
  };
}

const SAMPLING: InputMethod = "sampling/createMessage";

function isModern(revision: string): boolean {
  return MODERN_REVISIONS.includes(revision);
}

function without(
  { sampling, roots, ...others }: ClientCapabilities,
  parts: readonly OnDemand[],
): ClientCapabilities {
  return {
    ...others,
    ...(sampling === undefined || parts.includes("sampling") ? {} : { sampling }),
    ...(roots === undefined || parts.includes("roots") ? {} : { roots }),
  };
}
