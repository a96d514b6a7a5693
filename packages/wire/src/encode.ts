import type { Message } from "./message.js";
import { WireError } from "./wire-error.js";
import { wordsOf } from "./words-of.js";

/**
 * Encodes a message as one frame: JSON and a newline, the only one in it.
 *
 * What JSON cannot say is treated as `JSON.stringify` treats it: members that are `undefined` are
 * left out, `NaN` becomes `null`.
 *
 * @throws WireError `not_serializable` for cycles, a BigInt, a `toJSON` that throws or leaves
 * nothing of the message; the cause is kept.
 */
export function encode(message: Message): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(message);
  } catch (cause) {
    throw new WireError(
      `The message cannot be written as JSON: ${wordsOf(cause)}. Pass plain JSON values only.`,
      { code: "not_serializable", cause },
    );
  }
  if (text === undefined) {
    throw new WireError("The message is nothing as JSON. Pass a plain object.", {
      code: "not_serializable",
    });
  }
  return `${text}\n`;
}
