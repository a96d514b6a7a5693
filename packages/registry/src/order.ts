/**
 * Sorts by code point, which is not the order of UTF-16: there, a character beyond U+FFFF comes
 * before U+E000. The same on every platform and locale. Changes the array given and returns it.
 */
export function sortByCodePoint<T>(values: T[], nameOf: (value: T) => string): T[] {
  // Below the surrogates the two orders are one, and the platform's own comparison is far faster.
  let isPlain = true;
  let isSorted = true;
  let before = "";
  values.forEach((value) => {
    const name = nameOf(value);
    if (name < before) isSorted = false;
    if (BEYOND.test(name)) isPlain = false;
    before = name;
  });
  if (isPlain && isSorted) return values;
  const compare = isPlain ? byUnit : byCodePoint;
  return values.sort((a, b) => compare(nameOf(a), nameOf(b)));
}

const BEYOND = /[\ud800-\uffff]/;

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
