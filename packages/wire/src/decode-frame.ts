import { classify } from "./classify.js";
import { endsOf } from "./ends.js";
import { excerpt } from "./excerpt.js";
import type { Incoming, InvalidCode } from "./incoming.js";
import type { RequestId } from "./message.js";
import { peekId } from "./peek-id.js";

/**
 * Decodes one frame: the text of a line without its line end.
 *
 * `undefined` for a line of nothing but JSON whitespace. One byte order mark at the beginning
 * is passed over in silence; whoever cuts the frames reports it. A line that neither begins nor ends
 * like JSON, such as a line of a log, is refused without being parsed. Never throws.
 */
export function decodeFrame(text: string): Incoming | undefined {
  const hasOneMark =
    text.charCodeAt(0) === BYTE_ORDER_MARK && text.charCodeAt(1) !== BYTE_ORDER_MARK;
  const frame = hasOneMark ? text.slice(1) : text;
  const ends = endsOf(frame);
  switch (ends.type) {
    case "blank":
      return undefined;
    case "not_json":
      return notJson(ends.why, frame);
    case "json":
      return parseFrame(frame);
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

const BYTE_ORDER_MARK = 0xfeff;

function parseFrame(text: string): Incoming {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return notJson(excerpt(String(error)), text);
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

function notJson(why: string, text: string): Incoming {
  return invalidFrame("not_json", `The frame is not JSON: ${why}`, text, peekId(text));
}
