import { isJsonObject } from "@x/wire";

/**
 * Whether two JSON values are the same value; the order of object keys does not count.
 *
 * Walks with a stack of its own, because how deep a value is nested is the server's choice.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  const ones: unknown[] = [one];
  const others: unknown[] = [other];
  while (ones.length > 0) {
    const a = ones.pop();
    const b = others.pop();
    if (a !== b && !pushMembers(a, b, ones, others)) {
      return false;
    }
  }
  return true;
}

/** Puts the members of two containers on the stacks, in pairs; no, where they have no pairs. */
function pushMembers(a: unknown, b: unknown, ones: unknown[], others: unknown[]): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; a.length === b.length && at < a.length; at += 1) {
      ones.push(a[at]);
      others.push(b[at]);
    }
    return a.length === b.length;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) {
    return false;
  }
  const keys = Object.keys(a);
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) {
      return false;
    }
    ones.push(a[key]);
    others.push(b[key]);
  }
  return keys.length === Object.keys(b).length;
}
