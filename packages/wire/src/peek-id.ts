import { isSpace, skipSpace } from "./json-space.js";
import type { RequestId } from "./message.js";
import { isRequestId } from "./request-id.js";

/** What can be read of an envelope without parsing the whole of it. */
export interface Envelope {
  readonly id: RequestId | undefined;
  /** A top-level `method` was seen: a call of the peer, not an answer to this side. */
  readonly hasMethod: boolean;
}

/**
 * Reads the id of the request that a possibly cut JSON text answers.
 *
 * Only a top-level `"id"` counts, and only where its value is complete: a number at the very end of
 * the text might have gone on. `undefined` also where a top-level `method` is seen: such an id is
 * the peer's, not ours. Walks the text once, parses nothing else and never throws.
 */
export function peekId(text: string): RequestId | undefined {
  const { id, hasMethod } = peekEnvelope(text);
  return hasMethod ? undefined : id;
}

/** {@link peekId} with what else it came by. */
export function peekEnvelope(text: string): Envelope {
  let id: RequestId | undefined;
  let at = skipSpace(text, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);
  if (text[at] !== "{") return { id, hasMethod: false };
  do {
    const keyStart = skipSpace(text, at + 1);
    if (text[keyStart] !== '"') break;
    const keyEnd = skipString(text, keyStart);
    const colon = skipSpace(text, keyEnd);
    if (text[colon] !== ":") break;
    const valueStart = skipSpace(text, colon + 1);
    const valueEnd = skipValue(text, valueStart);
    const key = readKey(text, keyStart, keyEnd);
    if (key === "method") return { id, hasMethod: true };
    at = skipSpace(text, valueEnd);
    if (key === "id" && isComplete(text, valueStart, valueEnd)) {
      const value = parseToken(text.slice(valueStart, valueEnd));
      if (isRequestId(value)) id = value;
    }
  } while (text[at] === ",");
  return { id, hasMethod: false };
}

/**
 * Reads the id from the end of a whole frame of which only the end is known: `…,"id":7}`.
 *
 * Sound for JSON, since the last brace of a frame closes its top level and a quote that follows a
 * comma or a brace cannot stand inside a string unless it is escaped.
 */
export function peekTrailingId(tail: string): RequestId | undefined {
  const token = TRAILING_ID.exec(tail)?.[1];
  if (token === undefined) return undefined;
  const value = parseToken(token);
  return isRequestId(value) ? value : undefined;
}

const BYTE_ORDER_MARK = 0xfeff;
const TRAILING_ID =
  /[,{][ \t\r\n]*"id"[ \t\r\n]*:[ \t\r\n]*("(?:[^"\\]|\\.)*"|-?[0-9]+)[ \t\r\n]*\}[ \t\r\n]*$/;

/** The index after the string whose quote is at `from`; the end of the text where it is cut. */
function skipString(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** The index after the value that starts at `from`: a string, a scalar, or all up to its closing bracket. */
function skipValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = skipString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (char === "," || isSpace(char))) return at;
    at += 1;
  }
  return at;
}

// Most keys are written plainly, and a frame may have millions of them.
function readKey(text: string, start: number, end: number): unknown {
  const plain = text.slice(start + 1, end - 1);
  return plain.includes("\\") ? parseToken(text.slice(start, end)) : plain;
}

// A cut string has no closing quote and does not parse; a cut number would.
function isComplete(text: string, start: number, end: number): boolean {
  return text[start] === '"' || end < text.length;
}

function parseToken(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return undefined;
  }
}
