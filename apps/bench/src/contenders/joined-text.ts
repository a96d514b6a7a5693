import { isAscii } from "node:buffer";

/** The text that these pieces of bytes are together. */
export function joinedText(pieces: readonly Buffer[]): string {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first.toString();
  const whole = Buffer.concat(pieces);
  // Of what is large and all ASCII, a copy is a third faster than decoding.
  return whole.toString(isAscii(whole) ? "latin1" : "utf8");
}
