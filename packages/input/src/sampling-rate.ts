import type { InputRequest } from "./input-required.js";

/** How often one server may have a model asked: so many at once, and so many again in each time. */
export interface SamplingRate {
  readonly requests: number;
  /** In milliseconds. */
  readonly perMs: number;
}

/** The rate where the host names none. */
export const DEFAULT_SAMPLING_RATE: SamplingRate = Object.freeze({ requests: 60, perMs: 60_000 });

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/**
 * Counts the requests for a model by server. A rate that is no rate lets none through.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#security-considerations}
 */
export class SamplingBudget {
  readonly #rate: SamplingRate;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: SamplingRate) {
    this.#rate = rate;
  }

  /** Takes these requests from what the server has left, all or none; `now` in milliseconds. */
  admits(peer: string, requests: Iterable<InputRequest>, now: number): boolean {
    let wanted = 0;
    for (const { method } of requests) if (method === "sampling/createMessage") wanted += 1;
    if (wanted === 0) return true;
    const { requests: most, perMs } = this.#rate;
    const { left, at } = this.#buckets.get(peer) ?? { left: most, at: now };
    const refilled = Math.min(most, left + ((now - at) * most) / perMs);
    if (!(refilled >= wanted)) return false;
    this.#buckets.set(peer, { left: refilled - wanted, at: now });
    return true;
  }
}
