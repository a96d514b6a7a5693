import { isJsonObject } from "./json-object.js";
import type { JsonObject } from "./message.js";
import { WireError } from "./wire-error.js";
import { wordsOf } from "./words-of.js";

/**
 * A copy of an object as `JSON.stringify` writes it: what is looked at in it is what is sent, and nobody
 * changes it afterwards. `what` begins the sentence of the error, such as "The arguments of search".
 *
 * @throws WireError `not_serializable` where it cannot be written, or is no object when it is.
 */
export function plainJson(value: object, what: string): JsonObject {
  let copy: unknown;
  try {
    const text: string | undefined = JSON.stringify(value);
    copy = text === undefined ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new WireError(
      `${what} cannot be written as JSON: ${wordsOf(cause)}. Pass plain JSON values only.`,
      { code: "not_serializable", cause },
    );
  }
  if (isJsonObject(copy)) return copy;
  throw new WireError(`${what} is no object as JSON. Pass a plain object.`, {
    code: "not_serializable",
  });
}
