import { isJsonObject } from "@x/wire";
import { type BoundIds, withPlaceholders, withRealIds } from "./bound-ids.js";

/**
 * The frame that is written for a `<`, with the client's real ids in it.
 *
 * Text that is no JSON object, and an object in which no id changes, stays character by character as it
 * stands in the transcript.
 */
export function frameText(text: string, bound: BoundIds): string {
  const placed = withPlaceholders(text, bound);
  const message = parsed(placed);
  if (!isJsonObject(message)) return filled(placed);
  const real = withRealIds(message, bound);
  return filled(real === message ? placed : JSON.stringify(real));
}

/** What is written for a `<<`, or to stderr. */
export function plainText(text: string, bound: BoundIds): string {
  return filled(withPlaceholders(text, bound));
}

const FILL = /\$\{fill (\d{1,9})\}/g;

/** With so many letters for every `${fill 1000}`. */
function filled(text: string): string {
  return text.replaceAll(FILL, (_, length: string) => "x".repeat(Number(length)));
}

function parsed(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
