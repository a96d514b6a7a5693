import { type AbortSignalLike, type Clock, TimedSignal } from "@x/connection";
import type {
  Asked,
  InputAnswers,
  InputContext,
  InputProblem,
  RetryParams,
  RoundOutcome,
} from "@x/input";
import { INTERNAL_ERROR, isJsonObject, type JsonObject, type StampContext, wordsOf } from "@x/wire";
import type { Trip } from "./trip.js";
import type { Unmet } from "./unmet.js";

/** How requests of servers for input are answered. Times in milliseconds. */
export interface Input {
  readonly answers: InputAnswers;
  readonly clock: Clock;
  /** For the answers of one round; the limits of the call stand still meanwhile. */
  readonly inputMs: number;
  /** How often one call may be asked for input. */
  readonly maxRounds: number;
  /** Hears why an elicitation was declined without asking anybody. */
  readonly onProblem?: (peer: string, problem: InputProblem) => void;
}

/** A result that asks for input, and of what request it is one. */
export interface Asking {
  readonly result: JsonObject;
  readonly peer: string;
  /** What the request was stamped with that it answers. */
  readonly context: StampContext;
  readonly asked: Asked;
  /** Fires when the server that asks is the peer no more. */
  readonly gone: AbortSignalLike | undefined;
}

/** What follows an `input_required` result: the trip goes on with answers, or it ends. */
export type AfterRound =
  | { readonly type: "retry"; readonly trip: Trip }
  | { readonly type: "over"; readonly unmet: Unmet };

/**
 * Has one round of input answered. Never rejects.
 *
 * The reader of the connection goes on meanwhile, and the time that it takes is none of the call's.
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr}
 */
export async function afterRound(
  input: Input | undefined,
  trip: Trip,
  asking: Asking,
): Promise<AfterRound> {
  const { result, peer, asked, gone } = asking;
  const flaw = flawOf(result);
  if (flaw !== undefined) return over({ type: "invalid_result", message: flaw });
  if (trip.options.input === "manual") return over({ type: "input_required", result });
  if (input === undefined) return withoutAnswers(trip, result);
  const { maxRounds, clock } = input;
  if (trip.rounds >= maxRounds) return over({ type: "too_many_rounds", maxRounds });
  const startedAt = clock.now();
  const { signal } = trip.options;
  const patience = new TimedSignal(clock, input.inputMs, signal, gone);
  const context = {
    ...toldIn(asking.context),
    peer,
    asked,
    signal: patience.signal,
    now: startedAt,
  };
  const round = await untilGone(roundOf(input, result, context), patience.signal);
  patience.clear();
  if (gone?.aborted) return over(lostIn(peer));
  if (round.type === "ended") {
    if (patience.hasTimedOut) return over({ type: "input_timed_out", inputMs: input.inputMs });
    if (signal?.aborted) {
      return over({ type: "no_response", outcome: { type: "aborted", reason: signal.reason } });
    }
    const { problem } = round;
    return problem.code === "invalid_result"
      ? over({ type: "invalid_result", message: problem.detail ?? problem.message })
      : over({ type: "input_failed", problem });
  }
  for (const problem of round.problems) input.onProblem?.(peer, problem);
  return { type: "retry", trip: answered(trip, round.params, clock.now() - startedAt) };
}

/**
 * What keeps a result from asking for anything, whoever is to answer
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult}).
 */
function flawOf({ inputRequests, requestState }: JsonObject): string | undefined {
  if (inputRequests === undefined && requestState === undefined) {
    return "it asks for input, and has neither inputRequests nor a requestState";
  }
  if (requestState !== undefined && typeof requestState !== "string") {
    return "it asks for input, and its requestState is not a string";
  }
  return inputRequests === undefined || isJsonObject(inputRequests)
    ? undefined
    : "it asks for input, and its inputRequests are not an object";
}

/** Who answers may break the contract of answers; that ends the call, and nothing else. */
async function roundOf(
  { answers }: Input,
  result: JsonObject,
  context: InputContext,
): Promise<RoundOutcome> {
  try {
    return await answers.round(result, context);
  } catch (cause) {
    const message = `Those who answer failed: ${wordsOf(cause)}`;
    const fault = "local";
    const code = "handler_failed";
    return { type: "ended", problem: { code, message, fault, rpcCode: INTERNAL_ERROR, cause } };
  }
}

/** What the server knows of this client that asks. */
function toldIn(context: StampContext): Pick<InputContext, "revision" | "declared"> {
  const { revision } = context;
  return context.era === "legacy" ? { revision } : { revision, declared: context.capabilities };
}

/** How a call ends whose server asked for input, and was lost before it had that. */
export function lostIn(peer: string): Unmet {
  const message = `${peer} asked for input, and is not there any more to take it. It may have begun with the call.`;
  return {
    type: "no_response",
    outcome: { type: "closed", written: true, reason: { type: "local", message } },
  };
}

/** A handler that never settles is waited for no longer than anybody wants its answer. */
function untilGone(round: Promise<RoundOutcome>, signal: AbortSignalLike): Promise<RoundOutcome> {
  return new Promise((resolve) => {
    const stop = (): void => resolve({ type: "ended", problem: NOT_WAITED_FOR });
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    void round.then((outcome) => {
      signal.removeEventListener("abort", stop);
      resolve(outcome);
    });
  });
}

const NOT_WAITED_FOR: InputProblem = {
  code: "aborted",
  message: "The answer is not wanted any more.",
  fault: "local",
  rpcCode: INTERNAL_ERROR,
};

/** How many rounds a call has at most that nobody answers. */
const MAX_ROUNDS = 10;

/** A server that only wants its state back gets it; there is nobody to answer anything else. */
function withoutAnswers(trip: Trip, result: JsonObject): AfterRound {
  const { inputRequests, requestState } = result;
  if (inputRequests !== undefined || typeof requestState !== "string") {
    return over({ type: "input_required", result });
  }
  if (trip.rounds >= MAX_ROUNDS) return over({ type: "too_many_rounds", maxRounds: MAX_ROUNDS });
  return { type: "retry", trip: answered(trip, { requestState }, 0) };
}

function over(unmet: Unmet): AfterRound {
  return { type: "over", unmet };
}

/** The trip after a round that took so long. */
function answered(trip: Trip, answers: RetryParams, tookMs: number): Trip {
  const { startedAt, rounds } = trip;
  return {
    ...trip,
    startedAt: startedAt === undefined ? undefined : startedAt + tookMs,
    answers,
    rounds: rounds + 1,
  };
}
