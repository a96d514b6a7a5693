import { isJsonObject } from "./json-object.js";
import type { JsonObject } from "./message.js";

/**
 * Orders JSON values, with the order of object keys left out of account: 0 exactly where two values
 * are the same value. For sorting and for equality; the order itself means nothing.
 *
 * Walks with a stack of its own, because how deep a value is nested is the server's choice. Cyclic
 * values are not JSON and do not end.
 */
export function compareJson(a: unknown, b: unknown): number {
  // Nearly always they are the same, and their keys too. Only where they are not does an order have to be
  // found that is that of any three values, and then it must not depend on how keys are written.
  return walk(a, b, keysAsWritten) === 0 ? 0 : walk(a, b, keysSorted);
}

/** The keys of both, each object's in the same order as those of an equal one; or which comes first. */
type Keys = (left: readonly string[], right: readonly string[]) => readonly string[] | number;

function walk(a: unknown, b: unknown, keysOf: Keys): number {
  const lefts: unknown[] = [a];
  const rights: unknown[] = [b];
  while (lefts.length > 0) {
    const left = lefts.pop();
    const right = rights.pop();
    if (left !== right) {
      const order = compareOne(left, right, { lefts, rights, keysOf });
      if (order !== 0) {
        return order;
      }
    }
  }
  return 0;
}

/** Compares what can be told at once, and puts the members of containers on the stacks. */
function compareOne(left: unknown, right: unknown, { lefts, rights, keysOf }: Walk): number {
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) {
      return left.length - right.length;
    }
    for (let at = left.length - 1; at >= 0; at -= 1) {
      lefts.push(left[at]);
      rights.push(right[at]);
    }
    return 0;
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    return compareObjects(left, right, { lefts, rights, keysOf });
  }
  const kinds = kind(left) - kind(right);
  return kinds === 0 ? compareScalars(left, right) : kinds;
}

interface Walk {
  readonly lefts: unknown[];
  readonly rights: unknown[];
  readonly keysOf: Keys;
}

function compareObjects(
  left: JsonObject,
  right: JsonObject,
  { lefts, rights, keysOf }: Walk,
): number {
  const keys = keysOf(Object.keys(left), Object.keys(right));
  if (typeof keys === "number") {
    return keys;
  }
  for (const key of keys) {
    lefts.push(left[key]);
    rights.push(right[key]);
  }
  return 0;
}

/** A server that lists the same tools again nearly always writes their keys in the same order. */
function keysAsWritten(
  left: readonly string[],
  right: readonly string[],
): readonly string[] | number {
  return left.length === right.length && firstDifference(left, right) === 0
    ? left
    : keysSorted(left, right);
}

function keysSorted(left: readonly string[], right: readonly string[]): readonly string[] | number {
  if (left.length !== right.length) {
    return left.length - right.length;
  }
  const keys = left.toSorted();
  const order = firstDifference(keys, right.toSorted());
  // From the last to the first, since the stacks give them back the other way round.
  return order === 0 ? keys.reverse() : order;
}

function firstDifference(keys: readonly string[], others: readonly string[]): number {
  for (let at = 0; at < keys.length; at += 1) {
    if (keys[at] !== others[at]) {
      return compareScalars(keys[at], others[at]);
    }
  }
  return 0;
}

function kind(value: unknown): number {
  if (value === null) {
    return 0;
  }
  if (Array.isArray(value)) {
    return 1;
  }
  return ["boolean", "number", "string", "object"].indexOf(typeof value) + 2;
}

function compareScalars(left: unknown, right: unknown): number {
  if (left === right) {
    return 0;
  }
  const [a, b] = typeof left === "string" ? [left, String(right)] : [Number(left), Number(right)];
  return a < b ? -1 : 1;
}
