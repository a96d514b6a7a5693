/**
 * Encodes a text as the value of `Mcp-Name` or of an `Mcp-Param-…` header.
 *
 * Stays as it is where it is visible ASCII with spaces inside at most, or empty; else it becomes
 * `=?base64?…?=` around the Base64 form of its UTF-8, in which half a surrogate pair is U+FFFD. So
 * does a text that looks as if it were encoded already. A tab could stand in a header, but is encoded
 * like every other control character.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding}
 */
export function encodeHeaderValue(value: string): string {
  return isPlain(value) ? value : `${PREFIX}${base64(utf8(value))}${SUFFIX}`;
}

const PREFIX = "=?base64?";
const SUFFIX = "?=";
const NOT_PLAIN = /[^ -~]|^ | $/;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function isPlain(value: string): boolean {
  if (NOT_PLAIN.test(value)) return false;
  return !(value.startsWith(PREFIX) && value.endsWith(SUFFIX));
}

function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const scalar = scalarOf(char);
    if (scalar < 0x80) {
      bytes.push(scalar);
    } else if (scalar < 0x800) {
      bytes.push(0xc0 | (scalar >> 6), continuation(scalar));
    } else if (scalar < 0x10000) {
      bytes.push(0xe0 | (scalar >> 12), continuation(scalar >> 6), continuation(scalar));
    } else {
      bytes.push(
        0xf0 | (scalar >> 18),
        continuation(scalar >> 12),
        continuation(scalar >> 6),
        continuation(scalar),
      );
    }
  }
  return bytes;
}

/** The character's number; U+FFFD for half a surrogate pair, which UTF-8 cannot carry. */
function scalarOf(char: string): number {
  const point = char.codePointAt(0) ?? 0;
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}

function base64(bytes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += sextet(bits >> 18) + sextet(bits >> 12);
    text += second === undefined ? "=" : sextet(bits >> 6);
    text += third === undefined ? "=" : sextet(bits);
  }
  return text;
}

function sextet(bits: number): string {
  return ALPHABET[bits & 0x3f] ?? "";
}
