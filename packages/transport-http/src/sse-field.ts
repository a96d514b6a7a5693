/** Names of fields, in ASCII. Any other field means nothing. */
export const DATA: readonly number[] = [100, 97, 116, 97];
export const EVENT: readonly number[] = [101, 118, 101, 110, 116];
export const ID: readonly number[] = [105, 100];
export const RETRY: readonly number[] = [114, 101, 116, 114, 121];

/**
 * Where the value begins in a line that has the field of this name; -1 where it has another or none.
 * The line is `bytes[start]` to `bytes[end - 1]`, without its line end.
 */
export function valueStart(
  name: readonly number[],
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const colon = start + name.length;
  if (colon > end) return -1;
  for (let at = 0; at < name.length; at += 1) {
    if (bytes[start + at] !== name[at]) return -1;
  }
  if (colon === end) return end;
  if (bytes[colon] !== COLON) return -1;
  // One space behind the colon belongs to neither.
  return colon + 1 < end && bytes[colon + 1] === SPACE ? colon + 2 : colon + 1;
}

/** The number that ASCII digits say; `undefined` where there is anything else, or nothing. */
export function digits(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (start === end) return undefined;
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return Math.min(number, Number.MAX_SAFE_INTEGER);
}

const SPACE = 32;
const ZERO = 48;
const COLON = 58;
