import { classify } from "./classify.js";
import { excerpt } from "./excerpt.js";
import type { Incoming, InvalidCode } from "./incoming.js";
import type { RequestId } from "./message.js";
import { peekId } from "./peek-id.js";

/**
 * Decodes one frame: the text of a line without its line end.
 *
 * `undefined` for a line of nothing but JSON whitespace. One byte order mark at the beginning
 * is passed over in silence; whoever cuts the frames reports it. Never throws.
 */
export function decodeFrame(text: string): Incoming | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Blank lines and marks do not parse either: messages need not pay for looking for them.
    if (BLANK.test(text)) return undefined;
    if (ONE_MARK.test(text)) return decodeFrame(text.slice(1));
    const detail = `The frame is not JSON: ${excerpt(String(error))}`;
    return invalidFrame("not_json", detail, text, peekId(text));
  }
  const classified = classify(value);
  switch (classified.type) {
    case "request":
      return { type: "request", message: classified.message, text };
    case "notification":
      return { type: "notification", message: classified.message, text };
    case "response":
      return { type: "response", message: classified.message, text };
    case "invalid":
      return invalidFrame(classified.code, classified.detail, text, classified.id);
  }
}

/** An `invalid` with the first characters of the frame. */
export function invalidFrame(
  code: InvalidCode,
  detail: string,
  text: string,
  id: RequestId | undefined,
): Incoming {
  const frame = { type: "invalid", code, detail, text: excerpt(text) } as const;
  return id === undefined ? frame : { ...frame, id };
}

const BLANK = /^[ \t\r\n]*$/;
const ONE_MARK = /^\uFEFF(?!\uFEFF)/;
