/**
 * The most levels that a tool or prompt may be nested, itself being the first: far more than any schema
 * has, and far fewer than what hosts can walk, copy and write as JSON without running out of stack.
 */
export const MAX_LEVELS = 512;

/** Completes a sentence about a value that {@link isTooDeep}. */
export const TOO_DEEP: string = `is nested more than ${MAX_LEVELS} levels deep`;

/** Whether hosts need to be spared a value, because it is nested deeper than {@link MAX_LEVELS}. */
export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, MAX_LEVELS);
}

/**
 * Whether a JSON value has more than `levels` levels of objects and arrays; a value that is neither
 * has none.
 *
 * All of every list goes through here. Since it goes no deeper than `levels`, it can afford to
 * call itself, which is about twice as fast as a stack of its own.
 */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (levels === 0) {
    return true;
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const element: unknown = value[at];
      if (typeof element === "object" && isDeeper(element, levels - 1)) {
        return true;
      }
    }
    return false;
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === "object" && isDeeper(member, levels - 1)) {
      return true;
    }
  }
  return false;
}
