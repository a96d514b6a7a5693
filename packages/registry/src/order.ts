import { isJsonObject, type JsonObject } from "@x/wire";

/**
 * Sorts by code point, which is not the order of UTF-16: there, a character beyond U+FFFF comes
 * before U+E000. The same on every platform and locale. Changes the array given and returns it.
 */
export function sortByCodePoint<T>(values: T[], nameOf: (value: T) => string): T[] {
  // Below the surrogates the two orders are one, and the platform's own comparison is far faster.
  const isPlain = values.every((value) => !/[\ud800-\uffff]/.test(nameOf(value)));
  const compare = isPlain ? byUnit : byCodePoint;
  return values.sort((a, b) => compare(nameOf(a), nameOf(b)));
}

/** The order of {@link sortByCodePoint}. */
export function byCodePoint(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) {
      return weight(left) - weight(right);
    }
  }
  return a.length - b.length;
}

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

function byUnit(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

function weight(unit: number): number {
  if (unit < 0xd800) {
    return unit;
  }
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
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
