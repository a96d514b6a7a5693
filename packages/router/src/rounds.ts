import { type Clock, TimedSignal } from "@x/connection";
import type { Asked, InputAnswers, InputProblem, RetryParams } from "@x/input";
import type { JsonObject } from "@x/wire";
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
  readonly revision: string;
  readonly asked: Asked;
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
  const { result, peer, revision, asked } = asking;
  if (input === undefined || trip.options.input === "manual") {
    return over({ type: "input_required", result });
  }
  const { maxRounds, clock } = input;
  if (trip.rounds >= maxRounds) return over({ type: "too_many_rounds", maxRounds });
  const startedAt = clock.now();
  const { signal } = trip.options;
  const patience = new TimedSignal(clock, input.inputMs, signal);
  const context = { peer, revision, asked, signal: patience.signal };
  const round = await input.answers.round(result, context);
  patience.clear();
  if (round.type === "ended") {
    if (patience.hasTimedOut) return over({ type: "input_timed_out", inputMs: input.inputMs });
    return signal?.aborted
      ? over({ type: "no_response", outcome: { type: "aborted", reason: signal.reason } })
      : over({ type: "input_failed", problem: round.problem });
  }
  for (const problem of round.problems) input.onProblem?.(peer, problem);
  return { type: "retry", trip: answered(trip, round.params, clock.now() - startedAt) };
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
