import { type AbortSignalLike, type Clock, TimedSignal } from "@x/connection";
import type { JsonObject } from "@x/wire";
import type { Checks, CheckVerdict } from "./checks.js";

/** For how long a check is waited for, and by whom. */
export interface CheckLimits {
  /** Without it nothing but the signals ends the wait. */
  readonly clock: Clock | undefined;
  /** What is left of the call's time, in milliseconds. */
  readonly ms: number | undefined;
  /** The caller's. */
  readonly signal: AbortSignalLike | undefined;
  /** Fires when the server that the value is for, or from, is the peer no more. */
  readonly gone: AbortSignalLike | undefined;
}

/** Why a check was not waited for. */
export type GivenUp = "timed_out" | "aborted" | "gone";

/** What came of a check. */
export type CheckOutcome =
  | { readonly type: "verdict"; readonly verdict: CheckVerdict }
  /** What checks broke its contract. */
  | { readonly type: "failed"; readonly cause: unknown }
  | { readonly type: "given_up"; readonly why: GivenUp };

/** Has a value checked, for as long as anybody waits for it. Never rejects. */
export async function boundedCheck(
  checks: Checks,
  { schema, value }: { readonly schema: JsonObject; readonly value: unknown },
  { clock, ms, signal, gone }: CheckLimits,
): Promise<CheckOutcome> {
  const timed =
    clock === undefined || ms === undefined
      ? new TimedSignal(UNTIMED, 0, signal, gone)
      : new TimedSignal(clock, ms, signal, gone);
  const over = timed.signal;
  const givenUp = new Promise<CheckOutcome>((resolve) => {
    const stop = (): void => {
      const why = signal?.aborted ? "aborted" : gone?.aborted ? "gone" : "timed_out";
      resolve({ type: "given_up", why });
    };
    over.addEventListener("abort", stop);
    if (over.aborted) stop();
  });
  const checking = async (): Promise<CheckOutcome> => {
    try {
      // As a method of what it belongs to, which may need that.
      return { type: "verdict", verdict: await checks.check(schema, value, { signal: over }) };
    } catch (cause) {
      return { type: "failed", cause };
    }
  };
  const outcome = await Promise.race(over.aborted ? [givenUp] : [checking(), givenUp]);
  timed.clear();
  return outcome;
}

/** The clock of those who count no time. */
const UNTIMED: Clock = { now: () => 0, after: () => () => {} };
