import type { Verdict } from "./verdict.js";

/** The verdicts on a check that was too much for its worker. */
export type Excessive = Extract<Verdict, { readonly of: "schema" | "value" }>;

const STRIKES = 2;
const MOST_REMEMBERED = 1_000;

/** Whether it is one of those. */
export function isExcessive(verdict: Verdict): verdict is Excessive {
  return verdict.verdict === "timed_out" || verdict.verdict === "too_complex";
}

/**
 * Remembers schemas that cost one worker after the other: after two checks in a row that did, a schema
 * rests for a while. Then one more check decides.
 */
export class Resting {
  readonly #restMs: number;
  /** By key, those that cost one last at the end. */
  readonly #costly = new Map<string, { strikes: number; until: number; verdict: Excessive }>();

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** A check cost its worker. Moments are in milliseconds, of any clock that does not go backwards. */
  strike(key: string, verdict: Excessive, now: number): void {
    const strikes = (this.#costly.get(key)?.strikes ?? 0) + 1;
    this.#costly.delete(key);
    const until = strikes < STRIKES ? now : now + this.#restMs;
    this.#costly.set(key, { strikes, until, verdict });
    if (this.#costly.size > MOST_REMEMBERED) {
      for (const oldest of this.#costly.keys()) {
        this.#costly.delete(oldest);
        break;
      }
    }
  }

  /** A check came to its end. */
  clear(key: string): void {
    this.#costly.delete(key);
  }

  /** The verdict where a schema rests; nothing where it may be tried. */
  verdict(key: string, now: number): Excessive | undefined {
    const known = this.#costly.get(key);
    if (known === undefined || now >= known.until) {
      return undefined;
    }
    const message = `Not tried: the last ${known.strikes} checks with this schema were too much for their workers.`;
    return { ...known.verdict, message };
  }
}
