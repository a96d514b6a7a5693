import type { RequestId } from "@x/wire";

/** Request ids of one connection: every call gives one that was never given before. */
export interface IdSource {
  next(): RequestId;
}

/** Integers from 1 upwards. */
export function integerIds(): IdSource {
  let last = 0;
  return {
    next: () => {
      last += 1;
      return last;
    },
  };
}
