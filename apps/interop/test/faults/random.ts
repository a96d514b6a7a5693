/** Numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  /** One of these; the list must not be empty. */
  pick<T>(list: readonly T[]): T;
  /** A copy in another order. */
  shuffled<T>(list: readonly T[]): T[];
}

/** The numbers of a seed; each `stream` of one seed has others (mulberry32). */
export function randomFrom(seed: number, stream = 0): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => list[between(0, list.length - 1)] as (typeof list)[number],
    shuffled: (list) =>
      list
        .map((one) => ({ one, order: next() }))
        .sort((left, right) => left.order - right.order)
        .map(({ one }) => one),
  };
}
