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
  const lefts: unknown[] = [a];
  const rights: unknown[] = [b];
  while (lefts.length > 0) {
    const left = lefts.pop();
    const right = rights.pop();
    if (left !== right) {
      const order = compareOne(left, right, lefts, rights);
      if (order !== 0) {
        return order;
      }
    }
  }
  return 0;
}

/** Compares what can be told at once, and puts the members of containers on the stacks. */
function compareOne(left: unknown, right: unknown, lefts: unknown[], rights: unknown[]): number {
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
    return compareObjects(left, right, lefts, rights);
  }
  const kinds = kind(left) - kind(right);
  return kinds === 0 ? compareScalars(left, right) : kinds;
}

function compareObjects(
  left: JsonObject,
  right: JsonObject,
  lefts: unknown[],
  rights: unknown[],
): number {
  const keys = Object.keys(left);
  const others = Object.keys(right);
  if (keys.length !== others.length) {
    return keys.length - others.length;
  }
  // A server that lists the same tools again nearly always writes their keys in the same order.
  if (firstDifference(keys, others) !== 0) {
    const order = firstDifference(keys.sort(), others.sort());
    if (order !== 0) {
      return order;
    }
  }
  for (const key of keys) {
    lefts.push(left[key]);
    rights.push(right[key]);
  }
  return 0;
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
