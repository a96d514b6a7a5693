import type { Verdict } from "./verdict.js";

type TimedOut = Extract<Verdict, { readonly verdict: "timed_out" }>;

const STRIKES = 2;
const MOST_REMEMBERED = 1_000;

/**
 * Remembers schemas that time out again and again, so that they do not cost a worker each time: after two
 * checks in a row that timed out, a schema rests for a while. Then one more check decides.
 */
export class Resting {
  readonly #restMs: number;
  /** By key, those that timed out last at the end. */
  readonly #timedOut = new Map<string, { strikes: number; until: number; verdict: TimedOut }>();

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** A check timed out. Moments are in milliseconds, of any clock that does not go backwards. */
  strike(key: string, verdict: TimedOut, now: number): void {
    const strikes = (this.#timedOut.get(key)?.strikes ?? 0) + 1;
    this.#timedOut.delete(key);
    const until = strikes < STRIKES ? now : now + this.#restMs;
    this.#timedOut.set(key, { strikes, until, verdict });
    if (this.#timedOut.size > MOST_REMEMBERED) {
      for (const oldest of this.#timedOut.keys()) {
        this.#timedOut.delete(oldest);
        break;
      }
    }
  }

  /** A check came to its end. */
  clear(key: string): void {
    this.#timedOut.delete(key);
  }

  /** The verdict where a schema rests; nothing where it may be tried. */
  verdict(key: string, now: number): TimedOut | undefined {
    const known = this.#timedOut.get(key);
    if (known === undefined || now >= known.until) {
      return undefined;
    }
    const times = `${known.strikes} times in a row`;
    const message = `Not tried: with this schema, time ran out ${times} just now.`;
    return { ...known.verdict, message };
  }
}
